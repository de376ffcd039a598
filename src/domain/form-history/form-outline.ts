import type { Content, SurveyRow, TranslatedText } from '../content/content';
import { expandKoboRows } from '../content/kobo/expand-kobo-rows';
import { parseYesNo } from '../content/standard/standard-rows';
import {
  isDisabled,
  joinPath,
  type Labels,
  labelsOf,
  optionsOf,
  rowName,
  WITHOUT_NODE,
} from './version-schema';

/** A form as people read it. */
export interface FormOutline {
  /** Null is the unnamed one. */
  readonly languages: readonly (string | null)[];
  readonly rows: readonly OutlineRow[];
}

/** A row of a form, in the language that was asked for, else in the first that has its texts. */
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

/**
 * Rows of the form in its order; rows that only KoboToolbox supports count as the questions they become.
 * @param language one that the form lacks counts as none
 */
export function outlineOf(original: Content, language?: string): FormOutline {
  const content = expandKoboRows(original);
  const rows: OutlineRow[] = [];
  for (const { row, ...place } of placedRows(content)) {
    rows.push(outlineRow(row, inLanguage(content, language), place));
    if (row._or_other === true) rows.push(otherRow(`${place.path}_other`, place.depth));
  }
  return { languages: original.translations, rows };
}

interface Reading {
  readonly content: Content;
  readonly labelOf: (labels: Labels) => string | undefined;
  readonly hintOf: (texts: TranslatedText | undefined) => string;
}

function inLanguage(content: Content, language: string | undefined): Reading {
  const at = content.translations.findIndex((each) => each === language);
  return {
    content,
    labelOf: (labels) =>
      (language === undefined ? undefined : labels.get(language)) ?? [...labels.values()][0],
    hintOf: (texts) => texts?.[at] || firstText(texts),
  };
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

function outlineRow(
  row: SurveyRow,
  { content, labelOf, hintOf }: Reading,
  place: Pick<OutlineRow, 'path' | 'depth'>,
): OutlineRow {
  const options = optionsOf(row, content);
  return {
    ...place,
    kind: kindOf(row.type),
    type: [row.type, row.select_from_list_name].filter((text) => text !== undefined).join(' '),
    label: labelOf(labelsOf(row, content)) ?? '',
    hint: hintOf(row.hint),
    required: requirement(row.required),
    relevant: expression(row['relevant']),
    constraint: expression(row['constraint']),
    calculation: expression(row['calculation']),
    choices: options.slice(0, MAX_CHOICES).map(({ name, labels }) => labelOf(labels) ?? name),
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
