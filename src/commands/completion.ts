/** `skillpick completion`: prints a script for the shell that asks skillpick itself for the next words. */

import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { writeOut } from '../output/streams.js';

// Names come from files and hosts, so each script quotes them by the shell's own means.
const scripts: Record<string, string | undefined> = {
  bash: `# bash completion for skillpick: eval "$(skillpick completion bash)"
COMP_WORDBREAKS=\${COMP_WORDBREAKS//:}
_skillpick() {
  local line word
  COMPREPLY=()
  while IFS= read -r line; do
    printf -v word '%q' "\${line%%$'\\t'*}"
    COMPREPLY+=("$word")
  done < <("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _skillpick skillpick
`,
  zsh: `#compdef skillpick
# zsh completion for skillpick: eval "$(skillpick completion zsh)", or a file _skillpick in $fpath
_skillpick() {
  local line
  local -a found
  while IFS= read -r line; do
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done < <("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe -t values skillpick found; else _files; fi
}
if [ "$funcstack[1]" = "_skillpick" ]; then _skillpick "$@"; else compdef _skillpick skillpick; fi
`,
  fish: `# fish completion for skillpick: skillpick completion fish | source
function __skillpick_complete
    set -l words (commandline -opc)
    set -l found ($words[1] __complete -- $words[2..-1] (commandline -ct) 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c skillpick -f -a '(__skillpick_complete)'
`,
};

export async function printCompletion(shell: string, io: Io): Promise<void> {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (script === undefined) {
    throw new SkillpickError('bad-usage', `There is no completion for "${shell}".`, {
      hint: `There is for ${Object.keys(scripts).join(', ')}.`,
    });
  }
  await writeOut(io, script);
}
