import { filesBelow, headingsOf, isThere, textOf } from './documents';

/** What can be cited, read from docs/. */
export interface Library {
  /** Page of docs/contract without its ending → numbers of its sections. */
  readonly contract: ReadonlyMap<string, ReadonlySet<string>>;
  /** Numbers of decisions. */
  readonly decisions: ReadonlySet<string>;
  /** Names of the bars of docs/reliability.md. */
  readonly bars: ReadonlySet<string>;
}

const numberOf = (heading: string): string | undefined => /^(\d+(\.\d+)?)\.? /.exec(heading)?.[1];
const numbersOf = (path: string): string[] =>
  headingsOf(textOf(path)).flatMap((heading) => numberOf(heading) ?? []);

export function readLibrary(): Library {
  const pages = filesBelow('docs/contract', /\.md$/);
  return {
    contract: new Map(
      pages.map((path) => [path.replace(/^.*\/|\.md$/g, ''), new Set(numbersOf(path))] as const),
    ),
    decisions: new Set(filesBelow('docs/decisions', /\.md$/).flatMap(numbersOf)),
    bars: new Set([...textOf('docs/reliability.md').matchAll(/\*\*([RS]\d+)\./g)].map(([, bar = '']) => bar)),
  };
}

/**
 * The comments of a source, each as one line of text. Told by how lines begin: a whole line after `*`, `/*`, `//`,
 * `--` (SQL) or `#` (shell), and what follows a `//` behind code.
 */
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

/** Looks like a citation, and leads nowhere by its form. */
const SHAPELESS = [
  /\bcontract \d+(\.\d+)?/g,
  /\b(service-api-v\d|decisions\.md)\b/g,
  /\b(spec|specification|architecture|performance|dependencies)\b,? (\d+(\.\d+)?\b|['"“‘][A-Z])/g,
  /\((architecture|performance|reliability|style|dependencies|odata|spec|specification)\b[,;)]/g,
  // S3 is a protocol too; in bold a bar is named.
  /(?<!reliability |\*\*)\b(R|S(?!3\b))\d{1,2}\b/g,
];

/** The citations of a text that lead to no section, decision, bar or page. */
export function deadCitationsIn(text: string, library: Library): string[] {
  const dead: string[] = SHAPELESS.flatMap((shape) => [...text.matchAll(shape)].map(([cited]) => cited));
  for (const [cited, page = '', list] of text.matchAll(CONTRACT)) {
    const sections = library.contract.get(page);
    if (sections === undefined ? list !== undefined : !holdsAll(sections, list)) dead.push(cited);
  }
  for (const [cited, list] of text.matchAll(DECISION)) {
    if (!holdsAll(library.decisions, list)) dead.push(cited);
  }
  for (const [cited, bar = ''] of text.matchAll(BAR)) {
    if (!library.bars.has(bar)) dead.push(cited);
  }
  for (const [cited, path = '', anchor] of text.matchAll(PAGE)) {
    if (!isThere(`docs/${path}`, anchor)) dead.push(cited);
  }
  return dead;
}

/** Whether each number of a list such as `3.3, 3.4` is there. What has no numbers is cited as a whole, all else is not. */
function holdsAll(known: ReadonlySet<string>, list: string | undefined): boolean {
  if (list === undefined) return known.size === 0;
  return list.split(/, | and | to /).every((number) => known.has(number));
}
