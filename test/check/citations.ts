import { basename } from 'node:path';
import { filesBelow, headingsOf, pathExists, textOf } from './documents';

/** Citable sections of docs/. */
export interface Library {
  /** Page name in docs/contract → section numbers. */
  readonly contract: ReadonlyMap<string, ReadonlySet<string>>;
  readonly decisions: ReadonlySet<string>;
  readonly bars: ReadonlySet<string>;
}

const numberOf = (heading: string): string | undefined => /^(\d+(\.\d+)?)\.? /.exec(heading)?.[1];
const numbersOf = (path: string): string[] =>
  headingsOf(textOf(path)).flatMap((heading) => numberOf(heading) ?? []);

/** Decision files by number: `docs/adr/0017-idempotent-submissions.md` is 17. */
export function readDecisions(): Map<string, string> {
  return new Map(
    filesBelow('docs/adr', /\/\d{4}-[a-z0-9-]+\.md$/).map((path) => [
      String(parseInt(basename(path), 10)),
      path,
    ]),
  );
}

export function readLibrary(): Library {
  const pages = filesBelow('docs/contract', /\.md$/);
  return {
    contract: new Map(
      pages.map((path) => [path.replace(/^.*\/|\.md$/g, ''), new Set(numbersOf(path))] as const),
    ),
    decisions: new Set(readDecisions().keys()),
    bars: new Set([...textOf('docs/reliability.md').matchAll(/\*\*([RS]\d+)\./g)].map(([, bar = '']) => bar)),
  };
}

/** Extracts comments, each as one line; `--` is SQL, `#` is shell. */
export function commentsOf(source: string): string[] {
  const comments: string[] = [];
  let open = false;
  for (const line of source.split('\n')) {
    const whole = /^\s*(?:\/\*\*?|\*|\/\/|--|#)(?:\s+(.*))?$/.exec(line);
    const words = whole ? (whole[1] ?? '') : /\s\/\/ (.*)$/.exec(line)?.[1];
    const text = words?.replace(/\*\/\s*$/, '').trim();
    if (text !== undefined && whole && open) comments.push(`${comments.pop() ?? ''} ${text}`.trim());
    else if (text !== undefined) comments.push(text);
    open = whole !== null && !line.includes('*/');
  }
  return comments;
}

const LIST = String.raw`(\d+(?:\.\d+)?(?:(?:, | and | to )\d+(?:\.\d+)?)*)`;
const CONTRACT = new RegExp(String.raw`\bcontract-([a-z]+)\b(?: ${LIST})?`, 'g');
const DECISION = new RegExp(String.raw`\bdecisions? ${LIST}`, 'g');
const BAR = /\breliability ([A-Z]\w*)/g;
const PAGE = /\bdocs\/([\w/-]+\.md)(?:#([\w-]+))?/g;

const MALFORMED = [
  /\bcontract \d+(\.\d+)?/g,
  /\b(service-api-v\d|decisions\.md)\b/g,
  /\b(spec|specification|architecture|performance|dependencies)\b,? (\d+(\.\d+)?\b|['"“‘][A-Z])/g,
  /\((architecture|performance|reliability|style|dependencies|odata|spec|specification)\b[,;)]/g,
  // S3 is a protocol too; bold text defines a target.
  /(?<!reliability |\*\*)\b(R|S(?!3\b))\d{1,2}\b/g,
];

/** Citations that resolve to no section, decision, target or page. */
export function deadCitationsIn(text: string, library: Library): string[] {
  const dead: string[] = MALFORMED.flatMap((pattern) => [...text.matchAll(pattern)].map(([cited]) => cited));
  for (const [cited, page = '', list] of text.matchAll(CONTRACT)) {
    const sections = library.contract.get(page);
    if (sections === undefined ? list !== undefined : !containsAll(sections, list)) dead.push(cited);
  }
  for (const [cited, list] of text.matchAll(DECISION)) {
    if (!containsAll(library.decisions, list)) dead.push(cited);
  }
  for (const [cited, bar = ''] of text.matchAll(BAR)) {
    if (!library.bars.has(bar)) dead.push(cited);
  }
  for (const [cited, path = '', anchor] of text.matchAll(PAGE)) {
    if (!pathExists(`docs/${path}`, anchor)) dead.push(cited);
  }
  return dead;
}

/** Whether all numbers of a list such as `3.3, 3.4` exist. A page without numbers is cited without a list. */
function containsAll(numbers: ReadonlySet<string>, list: string | undefined): boolean {
  if (list === undefined) return numbers.size === 0;
  return list.split(/, | and | to /).every((number) => numbers.has(number));
}
