import { Compilation, locationOf } from './compilation';
import { functionName, tokenize } from './expression/expression-tokens';
import { cellText, descendants, FormNode } from './form/form-tree';
import { SourceLocation } from './form/problem-log';

/** Consequences of question types that the web form does not have. */
const TYPES: Readonly<Record<string, string>> = {
  'background-audio': 'The web form records no sound in the background: the answer stays empty.',
  audit: 'The web form keeps no audit log: the answer stays empty.',
  osm: 'The web form edits no map features of OpenStreetMap: it asks for a file.',
  barcode: 'The web form scans no barcodes: they are typed.',
  select_one_external:
    'The web form does not offer the choices of external_choices: the answer is typed. Use select_one_from_file.',
  ...Object.fromEntries(
    ['phonenumber', 'email', 'simserial', 'subscriberid'].map((name) => [
      name,
      `The web form does not know the ${name} of a person: the answer stays empty.`,
    ]),
  ),
};

interface AppearanceGap {
  readonly appearance: RegExp;
  /** Types with this appearance; all if absent. */
  readonly types?: RegExp;
  readonly message: string;
}

/** Consequences of appearances, whose arguments stand after a colon or in parentheses. */
const APPEARANCES: readonly AppearanceGap[] = [
  {
    appearance: /^(?:ethiopian|coptic|islamic|persian|bikram-sambat|myanmar)$/,
    message: 'The web form asks for the date of the Gregorian calendar, and says so.',
  },
  { appearance: /^bearing$/, message: 'The web form measures no bearing: the number is typed.' },
  { appearance: /^printer:/, message: 'The web form does not print: it shows a field for text.' },
  { appearance: /^ex:/, message: 'The web form opens no other app: the answer is typed.' },
  { appearance: /^url$/, message: 'The web form opens no link: it shows a field for text.' },
  { appearance: /^counter$/, message: 'The web form has no buttons that count: the number is typed.' },
  {
    appearance: /^picker$/,
    types: /^range$/,
    message: 'The web form shows a slider in place of the picker.',
  },
  { appearance: /^hidden-answer$/, message: 'The web form shows the answer, although it is to be hidden.' },
  {
    appearance: /^quick(?:compact)?$/,
    message: 'The web form stays at the question after an answer.',
  },
  {
    appearance: /^map$/,
    types: /^select_multiple/,
    message: 'The web form has maps for select_one only: it shows a list of choices.',
  },
  {
    appearance: /^search\(/,
    message:
      'The web form does not search the file: it shows the choices of the list. Use select_one_from_file.',
  },
  {
    appearance: /^(?:new-front|selfie)$/,
    message: 'The web form opens the main camera of a phone, and accepts pictures taken before.',
  },
  { appearance: /^new$/, message: 'The web form also accepts files made before.' },
  {
    appearance: /^(?:horizontal(?:-compact)?|compact(?:-\d+)?)$/,
    types: /^select_/,
    message: 'The web form shows the choices below each other. Use columns-pack, or columns-2 and so on.',
  },
];

/** Functions of ODK Collect that the web form does not have. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  'depend',
  'extract-signed',
  'intersects',
  'property',
  'version',
]);
const FUNCTION_NAMES = new RegExp(`(?:${[...FUNCTIONS].join('|')})\\s*\\(`);
const EXPRESSION_COLUMNS = [
  ...['calculation', 'relevant', 'constraint', 'required', 'read_only'],
  ...['choice_filter', 'default', 'repeat_count', 'trigger'],
];

/**
 * Warns of what the web form does not do with a form, or does otherwise than ODK Collect; one warning each, at the first row
 * and with the numbers of the others.
 */
export function warnOfWebFormGaps({ survey, settings, log }: Compilation): void {
  if (settings.submission['base64RsaPublicKey'] !== undefined)
    log.warn(
      { sheet: 'settings', row: 2, column: 'public_key' },
      'The web form of an encrypted form does not open, since it does not encrypt. Collect with ODK Collect or KoboCollect.',
    );
  const found = new Map<string, { readonly at: SourceLocation; readonly rows: Set<number> }>();
  const nodes = [...(survey.audit === null ? [] : [survey.audit]), ...descendants(survey.root)];
  for (const node of nodes)
    for (const [column, message] of gapsOf(node)) {
      const known = found.get(message);
      if (known === undefined)
        found.set(message, { at: locationOf(node, column), rows: new Set([node.row]) });
      else known.rows.add(node.row);
    }
  for (const [message, { at, rows }] of found) log.warn(at, withOtherRows(message, rows));
}

const MAX_ROWS = 10;

function withOtherRows(message: string, rows: ReadonlySet<number>): string {
  const [, ...others] = rows;
  if (others.length === 0) return message;
  const listed = others.slice(0, MAX_ROWS).join(', ');
  const rest = others.length - MAX_ROWS;
  if (rest > 0) return `${message} The same in rows ${listed} and ${rest} more.`;
  return others.length === 1
    ? `${message} The same in row ${listed}.`
    : `${message} The same in rows ${listed}.`;
}

/** Columns with what the web form does in place of their content. */
function* gapsOf(node: FormNode): Generator<readonly [column: string, message: string]> {
  const { cells } = node;
  const type = node.kind === 'question' ? node.type.name : '';
  const ofType = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (ofType !== undefined) yield ['type', ofType];
  const appearances = appearancesIn(cellText(cells, 'appearance') ?? '');
  for (const { appearance, types, message } of APPEARANCES)
    if ((types?.test(type) ?? true) && appearances.some((name) => appearance.test(name)))
      yield ['appearance', message];
  if (cells['intent'] !== undefined)
    yield ['intent', 'The web form opens no other app: the answers are typed.'];
  for (const column of EXPRESSION_COLUMNS) {
    const source = cellText(cells, column) ?? '';
    for (const name of FUNCTION_NAMES.test(source) ? missingFunctions(source) : [])
      yield [column, `The web form has no function "${name}": it stops where that is computed.`];
  }
}

/** Arguments may have spaces: `ex:org.example(text='a b')`. */
function appearancesIn(cell: string): readonly string[] {
  return cell.replace(/\([^)]*\)/g, '()').split(/\s+/);
}

function missingFunctions(source: string): readonly string[] {
  const names = tokenize(source).flatMap((token) => (token.kind === 'function' ? [functionName(token)] : []));
  return names.filter((name) => FUNCTIONS.has(name));
}
