import type { SurveyRow } from '../content/content';
import type { Field, Option } from '../form-history/version-schema';
import {
  type ColumnGroup,
  type ColumnSource,
  type WriteAnswer,
  type LabelStyle,
  type ExportCell,
  numberCell,
} from './column-group';

const OTHER = 'other';
const OTHER_SEPARATOR = '/';

/** Whether a choice is the `other` of `or_other`. */
export function isOther({ name }: Option, { _or_other: hasOther }: SurveyRow): boolean {
  return name === OTHER && hasOther === true;
}

/** Writes the newest labels of the selected choices. */
export function writeLabels(versionField: Field, { field, style, isTyped }: ColumnSource): WriteAnswer {
  const labels = choiceLabels(field, style);
  const isOne = versionField.type.startsWith('select_one');
  return (answer, cells, firstColumn) => {
    const names = isOne ? [answer] : splitNames(answer);
    const text = names.map((name) => labels.get(name) ?? name).join(' ');
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
  const choices = options.selectMode === 'summary' ? [] : field.options;
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
  const versionChoices = new Set(versionField.options.map(({ name }) => name));
  const columns = new Map(choices.map(({ name }, index) => [name, firstChoice + index]));
  const unselected = [...columns].flatMap(([name, column]) => (versionChoices.has(name) ? [column] : []));
  const [no, yes]: readonly [ExportCell, ExportCell] = isTyped ? [0, 1] : ['0', '1'];
  return (answer, cells, firstColumn) => {
    for (const column of unselected) cells[firstColumn + column] = no;
    for (const name of splitNames(answer)) {
      const column = columns.get(name);
      if (column !== undefined) cells[firstColumn + column] = yes;
    }
  };
}

/** Parameters of a literacy test; KoboToolbox reserves seven more. */
const LITERACY_HEADERS = ['Word at flash', 'Duration of exercise', 'Total words attempted'];
const LITERACY_PARAMETER_COUNT = 10;

/** Literacy test: its parameters as text, then the marked words like select_multiple choices. */
export function literacyColumns(source: ColumnSource): ColumnGroup {
  const words = selectMultipleColumns(source);
  const header = source.style.header(source.field);
  return {
    headers: [...LITERACY_HEADERS.map((each) => `${header}${OTHER_SEPARATOR}${each}`), ...words.headers],
    types: [...LITERACY_HEADERS.map(() => 'text' as const), ...words.types],
    writer: (versionField) => {
      const writeWords = words.writer(versionField);
      return (answer, cells, firstColumn, submission) => {
        const parts = splitNames(answer);
        LITERACY_HEADERS.forEach((_, index) => (cells[firstColumn + index] = parts[index] ?? ''));
        const marked = parts.slice(LITERACY_PARAMETER_COUNT).join(' ');
        writeWords(marked, cells, firstColumn + LITERACY_HEADERS.length, submission);
      };
    },
  };
}

function splitNames(answer: string): string[] {
  return answer.split(/\s+/).filter((name) => name !== '');
}

function choiceLabels({ options }: Pick<Field, 'options'>, style: LabelStyle): ReadonlyMap<string, string> {
  return new Map(options.map((option) => [option.name, style.label(option)]));
}
