import { functionName, type Token } from './expression-tokens';

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/**
 * Functions of ODK Collect (JavaRosa) by the number of arguments that it takes, "least most", as ODK's documentation lists
 * them; without "most" there is no limit. XPath 1.0 lets number(), string(), normalize-space() and string-length() have none.
 * Enketo and ODK Web Forms have nearly all of them.
 */
const COLLECT_FUNCTIONS: ReadonlyMap<string, readonly [least: number, most: number]> = new Map(
  Object.entries({
    '0': 'checklist comment concat depend node processing-instruction text weighted-checklist',
    '0 0': 'current false now pi random today true version',
    '0 1': 'normalize-space number position string string-length uuid',
    '1': 'distance join max min',
    '1 1': `abs acos area asin atan base64-decode boolean boolean-from-string cos count count-non-empty count-selected
      date date-time decimal-date-time decimal-time enclosed-area exp exp10 instance int intersects jr:itext log log10
      not once property sin sqrt sum tan`,
    '1 2': 'randomize round',
    '2 2': `atan2 coalesce contains ends-with extract-signed format-date format-date-time geofence is-selected
      jr:choice-name pow regex selected selected-at starts-with substring-after substring-before`,
    '2 3': 'digest substr',
    '3': 'indexed-repeat',
    '3 3': 'if translate',
    '4': 'pulldata',
  }).flatMap(([range, names]) => {
    const [least = 0, most = Infinity] = range.split(' ').map(Number);
    return words(names).map((name): [string, [number, number]] => [name, [least, most]]);
  }),
);

/** Functions of XPath 1.0 that ODK Collect lacks. */
const BROWSER_FUNCTIONS: ReadonlySet<string> = new Set(
  words('ceiling floor id lang last local-name name namespace-uri substring'),
);

/** Functions of other data collection tools, by tool. */
const FOREIGN_FUNCTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'the Community Health Toolkit': `
      add-date difference-in-days difference-in-weeks difference-in-months difference-in-years
      parse-timestamp-to-date to-bikram-sambat z-score`,
    SurveyCTO: `
      choice-label collect-is-phone-app count-if de-duplicate device-info distance-between duration empty
      format-number geo-scatter hash index is-null item-at item-index item-present join-if linebreak max-if min-if
      phone-call-duration phone-call-log plug-in-metadata rank-index rank-index-if rank-value relevant
      short-geopoint sum-if unique username`,
    CommCare: `
      checksum cond decrypt-string distinct-values encrypt-string here id-compress index-of join-chunked
      json-property lower-case replace sort sort-by upper-case`,
  }).flatMap(([tool, names]) => words(names).map((name): [string, string] => [name, tool])),
);

/** Functions that people write from habit, and what does the same in a form. */
const HABITS: ReadonlyMap<string, string> = new Map([
  ['trim', 'normalize-space'],
  ['len', 'string-length'],
  ['length', 'string-length'],
  ['year', 'format-date'],
  ['month', 'format-date'],
  ['day', 'format-date'],
]);

const NAME_CHARACTER = /^[\p{L}\p{N}\p{M}_.-]/u;

/**
 * Finds what some collectors read and others don't, in a well-formed expression.
 * @returns one warning each, as complete sentences
 */
export function findDoubts(tokens: readonly Token[]): string[] {
  const doubts: string[] = [];
  for (const [index, token] of tokens.entries()) {
    const doubt = token.kind === 'function' ? functionDoubt(token) : operatorDoubt(token, tokens[index + 1]);
    if (doubt !== undefined) doubts.push(doubt);
  }
  return [...doubts, ...argumentDoubts(tokens)];
}

function argumentDoubts(tokens: readonly Token[]): string[] {
  const doubts: string[] = [];
  const open: { readonly name: string; count: number }[] = [];
  const relevant = tokens.filter(({ kind }) => kind !== 'space');
  for (const [index, token] of relevant.entries()) {
    const { kind } = token;
    if (kind === 'function') {
      const isEmpty = relevant[index + 1]?.kind === ')';
      open.push({ name: functionName(token), count: isEmpty ? 0 : 1 });
    } else if (kind === '(' || kind === '[') open.push({ name: '', count: 1 });
    else if (kind === ',') open.at(-1)!.count += 1;
    else if (kind === ')' || kind === ']') {
      const { name, count } = open.pop()!;
      const [least, most] = COLLECT_FUNCTIONS.get(name) ?? [0, Infinity];
      if (count < least || count > most) doubts.push(argumentDoubt(name, count, least, most));
    }
  }
  return doubts;
}

function argumentDoubt(name: string, count: number, least: number, most: number): string {
  const needed = least === most ? String(least) : most === Infinity ? `≥ ${least}` : `${least}–${most}`;
  return `Arguments of "${name}": ${count}. ODK Collect takes ${needed}; check commas and parentheses.`;
}

function functionDoubt(token: Token): string | undefined {
  const name = functionName(token);
  if (COLLECT_FUNCTIONS.has(name)) return undefined;
  if (BROWSER_FUNCTIONS.has(name)) {
    return `ODK Collect has no function "${name}"; Enketo and ODK Web Forms do. Avoid it in forms for Collect.`;
  }
  const tool = name.startsWith('cht:') ? 'the Community Health Toolkit' : FOREIGN_FUNCTIONS.get(name);
  if (tool !== undefined) {
    return `The function "${name}" belongs to ${tool}; ODK Collect and Enketo don't know it. Use a function of XLSForm.`;
  }
  const lower = name.toLowerCase();
  const habit = HABITS.get(lower);
  const advice =
    habit !== undefined
      ? `Use "${habit}".`
      : COLLECT_FUNCTIONS.has(lower)
        ? `Write it as "${lower}".`
        : 'Check its spelling.';
  return `ODK Collect and Enketo have no function "${name}". ${advice}`;
}

/** XPath 1.0 reads "or.5" as one name, JavaRosa as "or" and ".5". */
function operatorDoubt({ kind, text }: Token, next: Token | undefined): string | undefined {
  if (kind !== 'operator' || !/^[a-z]/.test(text)) return undefined;
  if (next === undefined || !NAME_CHARACTER.test(next.text)) return undefined;
  const name = text + next.text;
  return `"${name}" is "${text}" and "${next.text}" to ODK Collect, and one name to other clients. Write a space after "${text}".`;
}
