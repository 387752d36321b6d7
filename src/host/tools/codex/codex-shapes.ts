/**
 * The values that Codex requires in a config.toml, and in the file of an agent, which may hold the same keys. It does
 * not start with a value of the wrong type, and leaves out such an agent. Unknown keys are ignored in a config.toml.
 */

import { isBoolean, isObject, isString, isStringList } from '../../../protocol/checks.js';

/** Something wrong, and the names that lead to it. */
export interface CodexMistake {
  readonly at: readonly (string | number)[];
  readonly message: string;
}

type ConfigTable = Readonly<Record<string, unknown>>;
type ShapeCheck = (value: unknown, at: CodexMistake['at']) => Iterable<CodexMistake>;

const keys = (text: string): string[] => text.trim().split(/\s+/);
const nameOf = (at: CodexMistake['at']): string => at.join('.');
const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint';

const wanted = (fits: (value: unknown) => boolean, what: string): ShapeCheck =>
  function* check(value, at) {
    if (!fits(value)) yield { at, message: `"${nameOf(at)}" is not ${what}` };
  };

const text = wanted(isString, 'a text');
const flag = wanted(isBoolean, 'true or false');
const number = wanted(isNumber, 'a number');
const list = wanted(Array.isArray, 'a list');
const texts = wanted(isStringList, 'a list of texts');
const table = wanted(isObject, 'a table');

const word = (...words: string[]): ShapeCheck =>
  wanted((value) => words.includes(value as string), words.map((one) => `"${one}"`).join(' or '));

/** A table with these fields; other fields are checked by `others`. */
const fields = (known: Readonly<Record<string, ShapeCheck>>, others?: ShapeCheck): ShapeCheck =>
  function* check(value, at) {
    if (!isObject(value)) return yield* table(value, at);
    for (const [name, inner] of Object.entries(value)) {
      const rule = Object.hasOwn(known, name) ? known[name] : others;
      if (rule !== undefined) yield* rule(inner, [...at, name]);
    }
  };

const items = (rule: ShapeCheck): ShapeCheck =>
  function* check(value, at) {
    if (!Array.isArray(value)) return yield* list(value, at);
    for (const [index, item] of value.entries()) yield* rule(item, [...at, index]);
  };

const block: ShapeCheck = function* check(value, at) {
  const what = 'a [[skills.config]] block';
  if (!isObject(value)) return yield { at, message: `${what} is not a table` };
  const { enabled, name = '', path = '' } = value;
  if (!isBoolean(enabled)) yield { at, message: `${what} has no "enabled" that is true or false` };
  if (!isString(name)) yield { at, message: `${what} has a name that is not a text` };
  if (!isString(path)) yield { at, message: `${what} has a path that is not a text` };
};

const skillFields = fields({
  config: items(block),
  include_instructions: flag,
  bundled: fields({ enabled: flag }),
});

/** Codex takes an empty list for an empty table here. */
const skills: ShapeCheck = (value, at) =>
  Array.isArray(value) && value.length === 0 ? [] : skillFields(value, at);

const role = fields({ description: text, config_file: text, nickname_candidates: texts });
const agents = fields(
  {
    enabled: flag,
    default_subagent_model: text,
    default_subagent_reasoning_effort: text,
    interrupt_message: () => [],
    ...Object.fromEntries(
      keys('max_threads max_concurrent_threads_per_session max_depth job_max_runtime_seconds').map((key) => [
        key,
        number,
      ]),
    ),
  },
  role,
);

/** Fields that only a server with a command has, and those that only one with an address has. */
const ofCommand = keys('args env env_vars cwd');
const ofAddress = keys('url bearer_token_env_var http_headers env_http_headers');

const serverFields = fields({
  command: text,
  url: text,
  args: texts,
  env: fields({}, text),
  enabled: flag,
  required: flag,
  startup_timeout_sec: number,
  tool_timeout_sec: number,
  enabled_tools: texts,
  disabled_tools: texts,
});

const server: ShapeCheck = function* check(value, at) {
  yield* serverFields(value, at);
  if (!isObject(value)) return;
  const others = value['command'] !== undefined ? ofAddress : value['url'] !== undefined ? ofCommand : [];
  for (const name of others)
    if (value[name] !== undefined)
      yield { at: [...at, name], message: `"${nameOf(at)}" must not have "${name}"` };
};

const plugin = fields({ enabled: flag, mcp_servers: fields({}, fields({ enabled: flag })) });
const feature = wanted((value) => isBoolean(value) || isObject(value), 'true or false');

const ofType = (rule: ShapeCheck, names: string): Record<string, ShapeCheck> =>
  Object.fromEntries(keys(names).map((name) => [name, rule]));

/** Every key of a config.toml. */
const known: Readonly<Record<string, ShapeCheck>> = {
  ...ofType(
    flag,
    `allow_login_shell allow_symlinked_codex_home check_for_update_on_startup disable_paste_burst
    experimental_use_unified_exec_tool hide_agent_reasoning include_apps_instructions
    include_collaboration_mode_instructions include_environment_context include_permissions_instructions
    show_raw_agent_reasoning suppress_unstable_features_warning`,
  ),
  ...ofType(
    text,
    `apps_mcp_product_sku chatgpt_base_url compact_prompt default_permissions developer_instructions
    experimental_compact_prompt_file experimental_realtime_start_instructions
    experimental_realtime_webrtc_call_base_url experimental_realtime_ws_backend_prompt
    experimental_realtime_ws_base_url experimental_realtime_ws_model experimental_realtime_ws_startup_context
    experimental_thread_store_endpoint instructions js_repl_node_path log_dir mcp_oauth_callback_url model
    model_catalog_json model_instructions_file model_provider model_reasoning_effort openai_base_url oss_provider
    plan_mode_reasoning_effort profile review_model service_tier sqlite_home`,
  ),
  ...ofType(
    number,
    `background_terminal_max_timeout mcp_oauth_callback_port mcp_optional_startup_grace_ms
    model_auto_compact_token_limit model_context_window model_post_turn_compact_threshold_percent
    project_doc_max_bytes thread_unload_delay_secs tool_output_token_limit`,
  ),
  ...ofType(texts, 'js_repl_node_module_dirs notify project_doc_fallback_filenames project_root_markers'),
  ...ofType(
    table,
    `analytics apps audio auto_review browser_use cloud computer_use desktop experimental_thread_store feedback
    ghost_snapshot goals history hooks marketplaces mcp_enterprise_managed_auth memories model_providers notice
    orchestrator otel permissions profiles realtime responses_api_metadata sandbox_workspace_write
    shell_environment_policy tool_suggest tools tui windows`,
  ),
  approvals_reviewer: word('user', 'auto_review', 'guardian_subagent'),
  approval_policy: wanted(
    (value) =>
      isObject(value) || keys('untrusted on-failure on-request granular never').includes(value as string),
    '"untrusted", "on-failure", "on-request" or "never"',
  ),
  cli_auth_credentials_store: word('file', 'keyring', 'auto', 'ephemeral'),
  file_opener: word('vscode', 'vscode-insiders', 'windsurf', 'cursor', 'none'),
  forced_chatgpt_workspace_id: wanted(
    (value) => isString(value) || isStringList(value),
    'a text or a list of texts',
  ),
  forced_login_method: word('chatgpt', 'api'),
  mcp_oauth_credentials_store: word('auto', 'file', 'keyring'),
  model_auto_compact_token_limit_scope: word('total', 'body_after_prefix'),
  model_reasoning_summary: word('auto', 'concise', 'detailed', 'none'),
  model_verbosity: word('low', 'medium', 'high'),
  personality: word('none', 'friendly', 'pragmatic'),
  sandbox_mode: word('read-only', 'workspace-write', 'danger-full-access'),
  web_search: word('disabled', 'cached', 'indexed', 'live'),
  agents,
  features: fields({}, feature),
  mcp_servers: fields({}, server),
  plugins: fields({}, plugin),
  projects: fields({}, fields({ trust_level: word('trusted', 'untrusted') })),
  skills,
};

const configFields = fields(known);

/** Returns the first mistake in a config.toml. */
export function mistakeInConfig(config: ConfigTable): CodexMistake | undefined {
  for (const mistake of configFields(config, [])) return mistake;
  if (config['profile'] === undefined) return undefined;
  return { at: ['profile'], message: '"profile" is no longer supported' };
}

const roleOnly: Readonly<Record<string, ShapeCheck>> = {
  name: text,
  description: text,
  nickname_candidates: texts,
};

/** Returns the first mistake in the file of an agent: there, unknown keys count as well. */
export function mistakeInRole(role: ConfigTable): CodexMistake | undefined {
  const all = { ...known, ...roleOnly };
  const unknown: ShapeCheck = (_value, at) => [{ at, message: `"${nameOf(at)}" is not a setting of Codex` }];
  for (const mistake of fields(all, unknown)(role, [])) return mistake;
  return undefined;
}

/** Returns the first mistake in the declaration of a server. */
export function mistakeInServer(declaration: unknown): CodexMistake | undefined {
  for (const mistake of server(declaration, ['server'])) return mistake;
  return undefined;
}

/** Returns the servers of a config.toml that have neither a command nor an address. */
export function incompleteServers(config: ConfigTable): string[] {
  const { mcp_servers: servers } = config;
  if (!isObject(servers)) return [];
  return Object.keys(servers).filter((name) => !isDeclared(servers[name]));
}

/** True for the table of a server with a command or an address. */
export function isDeclared(value: unknown): boolean {
  return isObject(value) && (value['command'] !== undefined || value['url'] !== undefined);
}
