import { InvalidError } from '../errors';
import { isDeleted, type QualQuestion, type QuestionFeature } from './question-feature';
import {
  type SupplementChange,
  isEmptyVersion,
  type QualData,
  subjectKey,
  type SupplementSubject,
  type SupplementVersion,
} from './supplement-input';

export interface ChangeContext {
  readonly features: readonly QuestionFeature[];
  /** Paths of the questions that are answered by a recording, which has no text until someone transcribes it. */
  readonly recordings: ReadonlySet<string>;
  /** The last version of each subject. */
  readonly latest: readonly SupplementVersion[];
  /** Highest ordinal among the versions of the submission; 0 without any. */
  readonly lastOrdinal: number;
  readonly createdBy: string | null;
  readonly now: Date;
  readonly newUuid: () => string;
}

export interface AppliedChanges {
  readonly added: readonly SupplementVersion[];
  /** Existing versions whose verification changed. */
  readonly verified: readonly SupplementVersion[];
  /** The last version of each subject afterwards. */
  readonly latest: readonly SupplementVersion[];
}

/**
 * Applies the changes of one request to one submission.
 * @throws InvalidError for an action that is not enabled for the question, an unknown language or qualitative question, a
 *   value of another type, a translation without transcript, and a deletion of nothing
 */
export function applyChanges(changes: readonly SupplementChange[], context: ChangeContext): AppliedChanges {
  const latest = new Map(context.latest.map((version) => [subjectKey(version), version]));
  const added: SupplementVersion[] = [];
  const verified = new Map<string, SupplementVersion>();
  for (const change of changes) {
    const subject = subjectOf(change, context.features);
    const key = subjectKey(subject);
    const current = latest.get(key);
    if (change.kind === 'verification') {
      const version = { ...answered(current), dateVerified: change.verified ? context.now : null };
      latest.set(key, version);
      const index = added.findIndex(({ ordinal }) => ordinal === version.ordinal);
      if (index >= 0) added[index] = version;
      else verified.set(key, version);
      continue;
    }
    const version: SupplementVersion = {
      ...subject,
      ordinal: context.lastOrdinal + added.length + 1,
      uuid: context.newUuid(),
      data: change.data,
      transcriptUuid: transcriptOf(change, latest, context),
      createdBy: context.createdBy,
      dateCreated: context.now,
      dateVerified: null,
    };
    if (isEmptyVersion(version) && (current === undefined || isEmptyVersion(current))) {
      throw InvalidError.at('value', 'There is nothing to delete.');
    }
    latest.set(key, version);
    added.push(version);
  }
  return { added, verified: [...verified.values()], latest: [...latest.values()] };
}

function subjectOf(change: SupplementChange, features: readonly QuestionFeature[]): SupplementSubject {
  const { questionXpath, action } = change;
  const feature = features.find((each) => each.questionXpath === questionXpath && each.action === action);
  if (feature === undefined) {
    throw InvalidError.at(
      questionXpath,
      `"${action}" is not enabled for this question. Enable it in advanced-features first.`,
    );
  }
  if (change.kind === 'text') {
    const { language } = change.data;
    const isKnown =
      feature.action !== 'manual_qual' && feature.params.some((each) => each.language === language);
    if (!isKnown) {
      throw InvalidError.at(
        'language',
        `"${language}" is not enabled for this question. Add it in advanced-features first.`,
      );
    }
    return { questionXpath, action, subject: action === 'manual_transcription' ? '' : language };
  }
  const uuid = change.kind === 'answer' ? change.data.uuid : change.uuid;
  const questions = feature.action === 'manual_qual' ? feature.params : [];
  const question = questions.find((each) => each.uuid === uuid && !isDeleted(each));
  if (question === undefined) {
    throw InvalidError.at('uuid', 'There is no such question. Add it in advanced-features first.');
  }
  if (change.kind === 'answer') assertAnswers(question, change.data.value);
  return { questionXpath, action, subject: uuid };
}

/** Transcript that a translation refers to. The text of a typed answer needs none. */
function transcriptOf(
  { kind, action, data, questionXpath }: Exclude<SupplementChange, { kind: 'verification' }>,
  latest: ReadonlyMap<string, SupplementVersion>,
  { recordings }: ChangeContext,
): string | null {
  if (kind !== 'text' || action !== 'manual_translation' || data.value === null) return null;
  const transcript = latest.get(subjectKey({ questionXpath, action: 'manual_transcription', subject: '' }));
  if (transcript !== undefined && !isEmptyVersion(transcript)) return transcript.uuid;
  if (!recordings.has(questionXpath)) return null;
  throw InvalidError.at(
    questionXpath,
    'A translation needs a transcript. Send "manual_transcription" first.',
  );
}

function answered(current: SupplementVersion | undefined): SupplementVersion {
  if (current !== undefined && !isEmptyVersion(current)) return current;
  throw InvalidError.at('verified', 'There is no answer to verify.');
}

function assertAnswers(question: QualQuestion, value: QualData['value']): void {
  const message = problemOf(question, value);
  if (message !== undefined) throw InvalidError.at('value', message);
}

function problemOf({ type, choices = [] }: QualQuestion, value: QualData['value']): string | undefined {
  const isChoice = (uuid: unknown): boolean =>
    choices.some((choice) => choice.uuid === uuid && !isDeleted(choice));
  switch (type) {
    case 'qualText':
      return typeof value === 'string' ? undefined : 'Value must be text; "" deletes it.';
    case 'qualInteger':
      return value === null || Number.isSafeInteger(value)
        ? undefined
        : 'Value must be a whole number; null deletes it.';
    case 'qualSelectOne':
      return value === '' || isChoice(value)
        ? undefined
        : 'Value must be the uuid of a choice; "" deletes it.';
    case 'qualSelectMultiple':
      return value === '' || (Array.isArray(value) && value.every(isChoice))
        ? undefined
        : 'Value must be a list of uuids of choices; [] deletes it.';
    case 'qualTags':
      return Array.isArray(value) && value.every((tag: unknown) => tag !== '')
        ? undefined
        : 'Value must be a list of tags; [] deletes it.';
    case 'qualNote':
      return 'A note has no answer.';
  }
}
