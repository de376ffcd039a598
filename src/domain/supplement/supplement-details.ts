import { isDeleted, type QualChoice, type QualQuestion, type QuestionFeature } from './question-feature';
import { isEmptyVersion, type QualData, type SupplementVersion, type TextData } from './supplement-input';

/** `source` of answers that people typed. */
const MANUAL_SOURCE = 'manual';

interface QuestionDetails {
  readonly transcript?: object;
  readonly translation?: Readonly<Record<string, object>>;
  readonly qual?: Readonly<Record<string, object>>;
}

/**
 * Renders `_supplementalDetails` of a submission: the current transcript, translations by language and answers to
 * qualitative questions by uuid, of each question. Deleted values and deleted questions are left out.
 * @param latest last version of each subject
 */
export function supplementDetails(
  latest: readonly SupplementVersion[],
  features: readonly QuestionFeature[],
): Readonly<Record<string, QuestionDetails>> {
  const current = latest.filter((version) => !isEmptyVersion(version));
  const xpaths = [...new Set(current.map(({ questionXpath }) => questionXpath))];
  return Object.fromEntries(
    xpaths.flatMap((xpath) => {
      const versions = current.filter(({ questionXpath }) => questionXpath === xpath);
      const questions = features.flatMap((feature) =>
        feature.questionXpath === xpath && feature.action === 'manual_qual' ? feature.params : [],
      );
      const details = questionDetails(xpath, versions, questions);
      return Object.keys(details).length === 0 ? [] : [[xpath, details]];
    }),
  );
}

function questionDetails(
  xpath: string,
  versions: readonly SupplementVersion[],
  questions: readonly QualQuestion[],
): QuestionDetails {
  const transcript = versions.find(({ action }) => action === 'manual_transcription');
  const translations = versions.filter(({ action }) => action === 'manual_translation');
  const answers = versions.flatMap((version) => {
    const question =
      version.action === 'manual_qual' ? questions.find(({ uuid }) => uuid === version.subject) : undefined;
    return question === undefined || isDeleted(question)
      ? []
      : [[question.uuid, answerDetails(xpath, question, version)] as const];
  });
  return {
    ...(transcript !== undefined && { transcript: textDetails(transcript, true) }),
    ...(translations.length > 0 && {
      translation: Object.fromEntries(translations.map((each) => [each.subject, textDetails(each, false)])),
    }),
    ...(answers.length > 0 && { qual: Object.fromEntries(answers) }),
  };
}

function textDetails({ data }: SupplementVersion, hasRegion: boolean): object {
  const { language, locale = null, value } = data as TextData;
  return { value, languageCode: language, ...(hasRegion && { regionCode: locale }) };
}

function answerDetails(
  xpath: string,
  { uuid, type, labels, choices = [] }: QualQuestion,
  { data, dateVerified }: SupplementVersion,
): object {
  const { value } = data as QualData;
  const choice = (chosen: unknown): object =>
    labelledChoice(choices.find((each) => each.uuid === chosen) ?? { uuid: String(chosen), labels: {} });
  const shown =
    type === 'qualSelectOne'
      ? choice(value)
      : type === 'qualSelectMultiple' && Array.isArray(value)
        ? value.map(choice)
        : value;
  return { value: shown, type, uuid, xpath, labels, verified: dateVerified !== null, source: MANUAL_SOURCE };
}

function labelledChoice({ uuid, labels }: QualChoice): object {
  return { uuid, labels };
}
