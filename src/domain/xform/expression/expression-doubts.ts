import { functionName, Token } from './expression-tokens';

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** Functions of ODK Collect (JavaRosa); Enketo and ODK Web Forms have nearly all of them. */
const COLLECT_FUNCTIONS: ReadonlySet<string> = new Set(
  words(`
    abs acos area asin atan atan2 base64-decode boolean boolean-from-string checklist coalesce concat contains cos
    count count-non-empty count-selected current date date-time decimal-date-time decimal-time depend digest distance
    enclosed-area ends-with exp exp10 extract-signed false format-date format-date-time geofence if indexed-repeat
    instance int intersects is-selected join jr:choice-name jr:itext log log10 max min normalize-space not now number
    once pi position pow property pulldata random randomize regex round selected selected-at sin sqrt starts-with
    string string-length substr substring-after substring-before sum tan today translate true uuid version
    weighted-checklist comment node processing-instruction text`),
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
  return doubts;
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
  const advice = COLLECT_FUNCTIONS.has(lower) ? `Write it as "${lower}".` : 'Check its spelling.';
  return `ODK Collect and Enketo have no function "${name}". ${advice}`;
}

/** XPath 1.0 reads "or.5" as one name, JavaRosa as "or" and ".5". */
function operatorDoubt({ kind, text }: Token, next: Token | undefined): string | undefined {
  if (kind !== 'operator' || !/^[a-z]/.test(text)) return undefined;
  if (next === undefined || !NAME_CHARACTER.test(next.text)) return undefined;
  return `"${text}${next.text}" is "${text}" and "${next.text}" to ODK Collect, and one name to other clients. Write a space after "${text}".`;
}
