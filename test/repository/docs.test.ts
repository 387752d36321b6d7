import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const inlineCode = /`([^`\n]+)`/g;
/** Words of letters, digits, dots and dashes, joined by slashes: `text/theme.ts`, `host/tools/`, `main.ts`. */
const looksLikePath = /^(?:[\w.-]+\/)+(?:[\w.-]+)?$|^[\w-]+\.(?:tsx?|cjs|js|json|md)$/;
/** Names of the protocol and of npm packages, which have a slash but are no files. */
const isNoPath = /^(?:session|root|node:|@)/;

function pathsIn(text: string): string[] {
  const withoutBlocks = text.replace(/^```[\s\S]*?^```/gm, '');
  const code = [...withoutBlocks.matchAll(inlineCode)].map(([, inner]) => inner ?? '');
  return [...new Set(code.filter((words) => looksLikePath.test(words) && !isNoPath.test(words)))];
}

/** A path is relative to the repository or to src. */
const isThere = (path: string) => ['', 'src'].some((base) => existsSync(join(root, base, path)));

describe('ARCHITECTURE.md', () => {
  it('names only files and folders that exist', () => {
    const paths = pathsIn(read('ARCHITECTURE.md'));
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });
});

describe('docs/screens', () => {
  it('holds only pictures that a document shows', () => {
    const documents = ['README.md', 'docs/json.md', 'docs/tools.md'].map(read).join('\n');
    const pictures = readdirSync(join(root, 'docs/screens'));
    expect(pictures.filter((name) => !documents.includes(`screens/${name}`))).toEqual([]);
  });
});
