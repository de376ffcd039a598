import type { SurveyRow } from '../content/content';
import type { Field, Option } from '../form-history/version-schema';
import type { ColumnGroup, ColumnSource, WriteAnswer } from './column-group';
import { type ExportCell, numberCell } from './export-cell';
import type { LabelStyle } from './label-style';

const OTHER = 'other';
const OTHER_SEPARATOR = '/';

/** Whether a choice stands for an answer that is not among the choices. */
export function isOther({ name }: Option, { _or_other: hasOther }: SurveyRow): boolean {
  return name === OTHER && hasOther === true;
}

/** Writes the labels of all that were chosen, in the words of the submission's own version. */
export function writeLabels(own: Field, style: LabelStyle, isTyped: boolean): WriteAnswer {
  const labels = labelsOf(own, style);
  const isOne = own.type.startsWith('select_one');
  return (answer, cells, first) => {
    const chosen = isOne ? [answer] : namesIn(answer);
    const text = chosen.map((name) => labels.get(name) ?? name).join(' ');
    cells[first] = isTyped ? numberCell(text) : text;
  };
}

/**
 * All that were chosen, then a column for each choice of any version; either may be left out. A choice that the
 * submission's own version lacks is neither chosen nor not.
 */
export function selectMultipleColumns({ field, options, style, isTyped }: ColumnSource): ColumnGroup {
  const hasSummary = options.selectMode !== 'details';
  const choices = options.selectMode === 'summary' ? [] : field.options;
  const header = style.header(field);
  const headerOf = (option: Option): string =>
    isOther(option, field.row)
      ? `${header}${OTHER_SEPARATOR}${OTHER}`
      : `${header}${style.choiceSeparator}${style.of(option)}`;
  return {
    headers: [...(hasSummary ? [header] : []), ...choices.map(headerOf)],
    writer: (own) => {
      const writeSummary = hasSummary ? writeLabels(own, style, isTyped) : undefined;
      const writeChoices = choiceWriter(own, choices, Number(hasSummary), isTyped);
      return (answer, cells, first, submission) => {
        writeSummary?.(answer, cells, first, submission);
        writeChoices(answer, cells, first, submission);
      };
    },
  };
}

function choiceWriter(
  own: Field,
  choices: readonly Option[],
  firstChoice: number,
  isTyped: boolean,
): WriteAnswer {
  const known = new Set(own.options.map(({ name }) => name));
  const places = new Map(
    choices.flatMap(({ name }, index) => (known.has(name) ? [[name, firstChoice + index] as const] : [])),
  );
  const [no, yes]: readonly [ExportCell, ExportCell] = isTyped ? [0, 1] : ['0', '1'];
  return (answer, cells, first) => {
    for (const place of places.values()) cells[first + place] = no;
    for (const name of namesIn(answer)) {
      const place = places.get(name);
      if (place !== undefined) cells[first + place] = yes;
    }
  };
}

/** Parameters of a reading test; seven more are reserved. */
const LITERACY = ['Word at flash', 'Duration of exercise', 'Total words attempted'];
const LITERACY_PARAMETERS = 10;

/** A reading test: its parameters as text, then the words that were marked, as of any question with many choices. */
export function literacyColumns(source: ColumnSource): ColumnGroup {
  const words = selectMultipleColumns(source);
  const header = source.style.header(source.field);
  return {
    headers: [...LITERACY.map((each) => `${header}${OTHER_SEPARATOR}${each}`), ...words.headers],
    writer: (own) => {
      const writeWords = words.writer(own);
      return (answer, cells, first, submission) => {
        const parts = namesIn(answer);
        LITERACY.forEach((_, index) => (cells[first + index] = parts[index] ?? ''));
        const marked = parts.slice(LITERACY_PARAMETERS).join(' ');
        writeWords(marked, cells, first + LITERACY.length, submission);
      };
    },
  };
}

function namesIn(answer: string): string[] {
  return answer.split(/\s+/).filter((name) => name !== '');
}

function labelsOf(own: Field, style: LabelStyle): ReadonlyMap<string, string> {
  return new Map(own.options.map((option) => [option.name, style.of(option)]));
}
