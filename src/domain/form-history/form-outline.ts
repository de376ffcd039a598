import type { Content, SurveyRow, TranslatedText } from '../content/content';
import { expandKoboRows } from '../content/kobo/expand-kobo-rows';
import { parseYesNo } from '../content/standard/standard-rows';
import { isDisabled, joinPath, labelsOf, optionsOf, rowName, WITHOUT_NODE } from './version-schema';

/** A row of a form as people read it, in the first language that has its texts. */
export interface OutlineRow {
  readonly kind: 'group' | 'repeat' | 'note' | 'question';
  /** Number of groups and repeats around it. */
  readonly depth: number;
  /** Key of its answer in the JSON of a submission. */
  readonly path: string;
  readonly type: string;
  /** Empty without one. */
  readonly label: string;
  readonly hint: string;
  /** An expression, or whether an answer is always required. */
  readonly required: boolean | string;
  /** Expressions; empty without one. */
  readonly relevant: string;
  readonly constraint: string;
  readonly calculation: string;
  /** Labels of the first choices, and the number of all. */
  readonly choices: readonly string[];
  readonly choiceCount: number;
}

const MAX_CHOICES = 50;

/** Rows of the form in its order; rows that only KoboToolbox supports count as the questions they become. */
export function outlineOf(original: Content): OutlineRow[] {
  const content = expandKoboRows(original);
  const rows: OutlineRow[] = [];
  for (const { row, ...place } of placedRows(content)) {
    rows.push(outlineRow(row, content, place));
    if (row._or_other === true) rows.push(otherRow(`${place.path}_other`, place.depth));
  }
  return rows;
}

/** Paths of the groups, repeats and questions in the order of the form. */
export function pathsInOrder(original: Content): string[] {
  return [...placedRows(expandKoboRows(original))].flatMap(({ row, path }) =>
    row._or_other === true ? [path, `${path}_other`] : [path],
  );
}

interface PlacedRow extends Pick<OutlineRow, 'path' | 'depth'> {
  readonly row: SurveyRow;
}

function* placedRows({ survey }: Content): Generator<PlacedRow> {
  const open: string[] = [];
  for (const row of survey) {
    const name = rowName(row);
    if (row.type.startsWith('end_')) {
      open.pop();
      continue;
    }
    const isContainer = row.type.startsWith('begin_');
    const inside = open.at(-1);
    if (isContainer) open.push(joinPath(inside, name ?? ''));
    if (name === undefined || WITHOUT_NODE.has(row.type) || isDisabled(row)) continue;
    const path = row.type === 'audit' ? `meta/${name}` : joinPath(inside, name);
    yield { row, path, depth: open.length - (isContainer ? 1 : 0) };
  }
}

function outlineRow(row: SurveyRow, content: Content, place: Pick<OutlineRow, 'path' | 'depth'>): OutlineRow {
  const options = optionsOf(row, content);
  const [label = ''] = labelsOf(row, content).values();
  return {
    ...place,
    kind: kindOf(row.type),
    type: [row.type, row.select_from_list_name].filter((text) => text !== undefined).join(' '),
    label,
    hint: firstText(row.hint),
    required: requirement(row.required),
    relevant: expression(row['relevant']),
    constraint: expression(row['constraint']),
    calculation: expression(row['calculation']),
    choices: options.slice(0, MAX_CHOICES).map(({ name, labels }) => [...labels.values()][0] ?? name),
    choiceCount: options.length,
  };
}

/** The text field of a select with `or_other`. */
function otherRow(path: string, depth: number): OutlineRow {
  const texts = { label: '', hint: '', relevant: '', constraint: '', calculation: '' };
  return {
    kind: 'question',
    depth,
    path,
    type: 'text',
    ...texts,
    required: false,
    choices: [],
    choiceCount: 0,
  };
}

function kindOf(type: string): OutlineRow['kind'] {
  if (type === 'begin_repeat') return 'repeat';
  if (type.startsWith('begin_')) return 'group';
  return type === 'note' ? 'note' : 'question';
}

function firstText(texts: TranslatedText | undefined): string {
  return texts?.find((text) => text !== null && text !== undefined && text !== '') ?? '';
}

function requirement(required: SurveyRow['required']): boolean | string {
  if (required === undefined || typeof required === 'boolean') return required ?? false;
  return parseYesNo(required) ?? required;
}

function expression(cell: unknown): string {
  return typeof cell === 'string' ? cell.trim() : '';
}
