import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';

export const ROOT = resolve(__dirname, '../..');

/** Fixtures, installed packages and generated files. */
const EXCLUDED = /^(\.git|\.cache|node_modules|dist|data|coverage|test\/fixtures|test\/contract\/golden)$/;

/** Files below `folder` whose paths match, relative to the root (''). */
export function filesBelow(folder: string, wanted: RegExp): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return EXCLUDED.test(path) ? [] : filesBelow(path, wanted);
    return wanted.test(path) ? [path] : [];
  });
}

export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

export function headingsOf(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, text = '']) => text.replace(/[`*]/g, '').trim());
}

/** Anchors of headings, as code hosts generate them. */
function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const heading of headingsOf(markdown)) {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replace(/ /g, '-');
    let unique = anchor;
    for (let again = 1; anchors.has(unique); again += 1) unique = `${anchor}-${again}`;
    anchors.add(unique);
  }
  return anchors;
}

export function deadLinksIn(path: string, markdown: string): string[] {
  const targets = [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target) && !resolves(path, markdown, target));
}

function resolves(path: string, markdown: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  if (file === '') return anchorsOf(markdown).has(anchor ?? '');
  return pathExists(posix.join(posix.dirname(path), decodeURI(file)), anchor);
}

export function pathExists(path: string, anchor?: string): boolean {
  if (statSync(join(ROOT, path), { throwIfNoEntry: false }) === undefined) return false;
  return anchor === undefined || anchorsOf(textOf(path)).has(anchor);
}
