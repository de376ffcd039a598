import { isDeleted, type QualQuestion, type QuestionFeature } from '../supplement/question-feature';
import {
  type ColumnSource,
  type ColumnType,
  type FlatSubmission,
  type ExportCell,
  numberCell,
} from './column-group';

const DETAILS = '_supplementalDetails';
const TAG_SEPARATOR = ', ';

/** Column of a transcript, a translation or a qualitative answer, behind those of its question. */
export interface SupplementColumn {
  readonly header: string;
  readonly type: ColumnType;
  /** Key that selects the column in `fields`. */
  readonly key: string;
  readonly read: (submission: FlatSubmission) => ExportCell;
}

interface Text {
  readonly value?: unknown;
  readonly languageCode?: unknown;
}

interface Answer {
  readonly value?: unknown;
  readonly verified?: unknown;
  readonly source?: unknown;
}

interface Details {
  readonly transcript?: Text;
  readonly translation?: Readonly<Record<string, Text>>;
  readonly qual?: Readonly<Record<string, Answer>>;
}

/** Columns of what people may add to a question, in the order of its features. */
export function supplementColumns(
  features: readonly QuestionFeature[],
  context: ColumnSource,
): SupplementColumn[] {
  const paths = new Set(context.field.paths.values());
  return features
    .filter(({ questionXpath }) => paths.has(questionXpath))
    .flatMap((feature) => featureColumns(feature, context));
}

function featureColumns(feature: QuestionFeature, context: ColumnSource): SupplementColumn[] {
  const { questionXpath } = feature;
  const header = context.style.header(context.field);
  const key = `${DETAILS}/${questionXpath}`;
  switch (feature.action) {
    case 'manual_transcription':
      return feature.params.map(({ language }) => ({
        header: `${header} - transcript (${language})`,
        type: 'text',
        key: `${key}/transcript_${language}`,
        read: (submission) => {
          const text = detailsOf(submission, questionXpath).transcript;
          return text?.languageCode === language ? textCell(text.value) : '';
        },
      }));
    case 'manual_translation':
      return feature.params.map(({ language }) => ({
        header: `${header} - translation (${language})`,
        type: 'text',
        key: `${key}/translation_${language}`,
        read: (submission) => textCell(detailsOf(submission, questionXpath).translation?.[language]?.value),
      }));
    case 'manual_qual':
      return feature.params
        .filter((question) => !isDeleted(question) && question.type !== 'qualNote')
        .flatMap((question) => questionColumns(question, questionXpath, header, context));
  }
}

function questionColumns(
  question: QualQuestion,
  xpath: string,
  sourceHeader: string,
  context: ColumnSource,
): SupplementColumn[] {
  const { uuid, labels } = question;
  const header = `${sourceHeader} - ${labels['_default'] ?? ''}`;
  const key = `${DETAILS}/${xpath}/${uuid}`;
  const answerOf = (submission: FlatSubmission): Answer | undefined =>
    detailsOf(submission, xpath).qual?.[uuid];
  return [
    ...answerColumns(question, { header, key, answerOf }, context),
    {
      header: `${header} - source`,
      type: 'text',
      key: `${key}/source`,
      read: (submission) => textCell(answerOf(submission)?.source),
    },
    {
      header: `${header} - verified`,
      type: 'text',
      key: `${key}/verified`,
      read: (submission) => {
        const answer = answerOf(submission);
        return answer === undefined ? '' : answer.verified === true ? 'True' : 'False';
      },
    },
  ];
}

function answerColumns(
  question: QualQuestion,
  {
    header,
    key,
    answerOf,
  }: { header: string; key: string; answerOf: (submission: FlatSubmission) => Answer | undefined },
  { style, options, isTyped }: ColumnSource,
): SupplementColumn[] {
  const labels = new Map(question.choices?.map((choice) => [choice.uuid, choice.labels['_default'] ?? '']));
  const summary: SupplementColumn = {
    header,
    type: question.type === 'qualInteger' ? 'integer' : 'text',
    key,
    read: (submission) => answerCell(answerOf(submission)?.value, labels, isTyped),
  };
  if (question.type !== 'qualSelectMultiple') return [summary];
  const [no, yes]: readonly [ExportCell, ExportCell] = isTyped ? [0, 1] : ['0', '1'];
  const shown = question.choices?.filter((choice) => !isDeleted(choice)) ?? [];
  const details = shown.map(({ uuid }) => ({
    header: `${header}${style.choiceSeparator}${labels.get(uuid) ?? ''}`,
    type: 'integer' as const,
    key,
    read: (submission: FlatSubmission) => (choicesOf(answerOf(submission)?.value).includes(uuid) ? yes : no),
  }));
  return [
    ...(options.selectMode === 'details' ? [] : [summary]),
    ...(options.selectMode === 'summary' ? [] : details),
  ];
}

/** Text, number, tags, or the labels of choices as they are now. */
function answerCell(value: unknown, labels: ReadonlyMap<string, string>, isTyped: boolean): ExportCell {
  const chosen = choicesOf(value);
  if (chosen.length > 0) return chosen.map((uuid) => labels.get(uuid) ?? uuid).join(' ');
  if (Array.isArray(value)) return value.map(String).join(TAG_SEPARATOR);
  if (typeof value === 'number') return isTyped ? numberCell(String(value)) : String(value);
  return textCell(value);
}

/** Uuids of the chosen options; none for other answers. */
function choicesOf(value: unknown): string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.flatMap((item) =>
    typeof item === 'object' && item !== null && 'uuid' in item ? [String(item.uuid)] : [],
  );
}

function detailsOf({ [DETAILS]: details }: FlatSubmission, xpath: string): Details {
  if (typeof details !== 'object' || details === null || !Object.hasOwn(details, xpath)) return {};
  return (details as Record<string, Details>)[xpath]!;
}

function textCell(value: unknown): ExportCell {
  return typeof value === 'string' ? value : '';
}
