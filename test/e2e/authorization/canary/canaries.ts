import { unzipSync } from 'fflate';

/** Unique text of hidden data, such as `zzrowazz`: what it belongs to, then the project `a` or `b`. */
const CANARY = /zz([a-z]+?)([ab])zz/gi;
const ZIP_START = 'PK\u0003\u0004';

export function canary(kind: Kind, project: 'a' | 'b'): string {
  return `zz${kind}${project}zz`;
}

/** What a canary belongs to: the form, rows by the filter, settings of webhooks, what managers see. */
export type Kind = 'form' | 'row' | 'hidden' | 'hook' | 'manage';

/** Kinds of canaries of a project in the bytes, also in the entries of ZIP files such as workbooks. */
export function canariesIn(bytes: Uint8Array): Set<string> {
  const text = Buffer.from(bytes).toString('latin1');
  const found = new Set(
    [...text.matchAll(CANARY)].map(([, kind, project]) => `${kind} of ${project}`.toLowerCase()),
  );
  if (text.startsWith(ZIP_START)) {
    for (const [name, entry] of Object.entries(unzipSync(bytes))) {
      for (const each of canariesIn(Buffer.from(name))) found.add(each);
      for (const each of canariesIn(entry)) found.add(each);
    }
  }
  return found;
}
