import type { SurveyRow } from '../content/content';
import { choiceSourceOf } from '../form-history/choice-file';
import { isLiteracyTest, LITERACY_PARAMETER_COUNT } from '../form-history/form-part';
import type { MergedField } from '../form-history/merged-schema';
import type { Field, Option } from '../form-history/version-schema';
import { lazy } from '../revalidated-read';
import {
  type ColumnGroup,
  type ColumnSource,
  type WriteAnswer,
  type ExportCell,
  numberCell,
} from './column-group';

/** Limit of a question from a file on choices that become columns, or are listed with their labels. */
export const MAX_LISTED_FILE_CHOICES = 1_000;

const OTHER = 'other';
const OTHER_SEPARATOR = '/';

/** Whether a choice is the `other` of `or_other`. */
export function isOther({ name }: Option, { _or_other: hasOther }: SurveyRow): boolean {
  return name === OTHER && hasOther === true;
}

/** Choices of a question that are columns and rows of tables of labels: without those of a long file. */
export function listedChoices({ versions, options }: MergedField): readonly Option[] {
  const fields = [...versions.values()];
  const isFromFile = ({ row }: Field): boolean => choiceSourceOf(row) !== undefined;
  if (options.length <= MAX_LISTED_FILE_CHOICES || !fields.some(isFromFile)) return options;
  const lists = fields.filter((field) => !isFromFile(field)).flatMap((field) => field.options);
  const names = new Set(lists.map(({ name }) => name));
  return options.filter(({ name }) => names.has(name));
}

/** Writes the newest labels of the selected choices; where the newest is not translated, that of the submission's version. */
export function writeLabels(versionField: Field, source: ColumnSource): WriteAnswer {
  const { style } = source;
  // Answers with choices of a file are codes, whose zeros count.
  const isTyped = source.isTyped && versionField.type !== 'select_multiple_from_file';
  const labels = choiceLabels(source);
  const ownOptions = lazy(() => new Map(versionField.options.map((option) => [option.name, option])));
  const labelFor = (name: string): string => {
    const label = labels.get(name);
    const own = label === name ? ownOptions().get(name) : undefined;
    return own === undefined ? (label ?? name) : style.label(own);
  };
  const namesIn = namesOf(versionField);
  return (answer, cells, firstColumn) => {
    const text = namesIn(answer).map(labelFor).join(' ');
    cells[firstColumn] = isTyped ? numberCell(text) : text;
  };
}

/**
 * Column of the selected choices, then one per choice of any version, as `selectMode` says. Cells of unselected
 * choices that the version of the submission lacks are empty.
 */
export function selectMultipleColumns(source: ColumnSource): ColumnGroup {
  const { field, options, style, isTyped } = source;
  const hasSummary = options.selectMode !== 'details';
  const choices = options.selectMode === 'summary' ? [] : listedChoices(field);
  const header = style.header(field);
  const headerOf = (option: Option): string =>
    isOther(option, field.row)
      ? `${header}${OTHER_SEPARATOR}${OTHER}`
      : `${header}${style.choiceSeparator}${style.label(option)}`;
  return {
    headers: [...(hasSummary ? [header] : []), ...choices.map(headerOf)],
    types: [...(hasSummary ? ['text' as const] : []), ...choices.map(() => 'integer' as const)],
    writer: (versionField) => {
      const writeSummary = hasSummary ? writeLabels(versionField, source) : undefined;
      const writeChoices = choiceWriter(versionField, choices, Number(hasSummary), isTyped);
      return (answer, cells, firstColumn, submission) => {
        writeSummary?.(answer, cells, firstColumn, submission);
        writeChoices(answer, cells, firstColumn, submission);
      };
    },
  };
}

function choiceWriter(
  versionField: Field,
  choices: readonly Option[],
  firstChoice: number,
  isTyped: boolean,
): WriteAnswer {
  if (choices.length === 0) return () => undefined;
  const versionChoices = new Set(versionField.options.map(({ name }) => name));
  const columns = new Map(choices.map(({ name }, index) => [name, firstChoice + index]));
  const unselected = [...columns].flatMap(([name, column]) => (versionChoices.has(name) ? [column] : []));
  const [no, yes]: readonly [ExportCell, ExportCell] = isTyped ? [0, 1] : ['0', '1'];
  const namesIn = namesOf(versionField);
  return (answer, cells, firstColumn) => {
    for (const column of unselected) cells[firstColumn + column] = no;
    for (const name of namesIn(answer)) {
      const column = columns.get(name);
      if (column !== undefined) cells[firstColumn + column] = yes;
    }
  };
}

/** Columns of the parameters of a literacy test that are not reserved. */
const LITERACY_HEADERS = ['Word at flash', 'Duration of exercise', 'Total words attempted'];

/** Literacy test: its parameters as text, then the marked words like select_multiple choices. */
export function literacyColumns(source: ColumnSource): ColumnGroup {
  const words = selectMultipleColumns(source);
  const { style, field } = source;
  const start = `${style.header(field)}${style.choiceSeparator}`;
  return {
    headers: [...LITERACY_HEADERS.map((each) => `${start}${each}`), ...words.headers],
    types: [...LITERACY_HEADERS.map(() => 'text' as const), ...words.types],
    writer: (versionField) => {
      const writeWords = behindParameters(words.writer(versionField));
      if (!isLiteracyTest(versionField)) return writeWords;
      return (answer, cells, firstColumn, submission) => {
        const parts = splitNames(answer);
        // Answers of versions without the test have no parameters.
        if (parts.length < LITERACY_PARAMETER_COUNT)
          return writeWords(answer, cells, firstColumn, submission);
        LITERACY_HEADERS.forEach((_, index) => (cells[firstColumn + index] = parts[index] ?? ''));
        writeWords(markedWords(answer), cells, firstColumn, submission);
      };
    },
  };
}

/** Answer to a literacy test without its parameters. */
export function markedWords(answer: string): string {
  return splitNames(answer).slice(LITERACY_PARAMETER_COUNT).join(' ');
}

/** Writes an answer without parameters into the columns of words. */
export function behindParameters(write: WriteAnswer): WriteAnswer {
  return (answer, cells, firstColumn, submission) =>
    write(answer, cells, firstColumn + LITERACY_HEADERS.length, submission);
}

export function isSelectOne({ type }: Pick<Field, 'type'>): boolean {
  return type.startsWith('select_one');
}

/** Names of the selected choices in an answer. */
function namesOf(versionField: Field): (answer: string) => readonly string[] {
  return isSelectOne(versionField) ? (answer) => [answer] : splitNames;
}

function splitNames(answer: string): string[] {
  return answer.split(/\s+/).filter((name) => name !== '');
}

/** By question, as its versions share them. */
const labelsOf = new WeakMap<ColumnSource, ReadonlyMap<string, string>>();

function choiceLabels(source: ColumnSource): ReadonlyMap<string, string> {
  const { field, style } = source;
  let labels = labelsOf.get(source);
  if (labels === undefined) {
    const labelled = style.usesNames ? [] : field.options;
    labels = new Map(labelled.map((option) => [option.name, style.label(option)]));
    labelsOf.set(source, labels);
  }
  return labels;
}
