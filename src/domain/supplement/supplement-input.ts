import { InvalidError } from '../errors';
import { isJsonObject, type JsonObject } from '../text/json-members';
import { isLongerThan, unstorableReason } from '../text/unstorable-text';
import { assertManualAction, readLanguage, readQuestionXpath } from './feature-input';
import type { ManualAction } from './question-feature';

/** Version of the format that clients name in `_version`. */
export const SUPPLEMENT_FORMAT = '20250820';

const SUPPLEMENT_LIMITS = { textLength: 500_000, tags: 100, tagLength: 255, changes: 100 } as const;

/** One change that a client requests. */
export type SupplementChange = { readonly questionXpath: string } & (
  | {
      readonly action: 'manual_transcription' | 'manual_translation';
      readonly kind: 'text';
      readonly data: TextData;
    }
  | { readonly action: 'manual_qual'; readonly kind: 'answer'; readonly data: QualData }
  | {
      readonly action: 'manual_qual';
      readonly kind: 'verification';
      readonly uuid: string;
      readonly verified: boolean;
    }
);

/** Order in which the changes of one request apply: a translation refers to the transcript sent with it. */
const APPLIED: Readonly<Record<ManualAction, number>> = {
  manual_transcription: 0,
  manual_translation: 1,
  manual_qual: 2,
};

/**
 * Reads the changes of a request: `{"_version": …, "<question>": {"<action>": {…}}}`.
 * @throws InvalidError, also for machine actions
 */
export function readSupplementChanges({ _version: version, ...questions }: JsonObject): SupplementChange[] {
  if (version !== SUPPLEMENT_FORMAT) {
    throw InvalidError.at('_version', `Value must be "${SUPPLEMENT_FORMAT}".`);
  }
  const changes = Object.entries(questions).flatMap(([xpath, actions]) => {
    const questionXpath = readQuestionXpath(xpath);
    return Object.entries(objectAt(xpath, actions)).map(([action, sent]) => {
      assertManualAction(action);
      return readChange(questionXpath, action, objectAt(xpath, sent));
    });
  });
  if (changes.length === 0 || changes.length > SUPPLEMENT_LIMITS.changes) {
    throw new InvalidError(`Send between 1 and ${SUPPLEMENT_LIMITS.changes} changes by question and action.`);
  }
  return changes.toSorted((one, other) => APPLIED[one.action] - APPLIED[other.action]);
}

function readChange(questionXpath: string, action: ManualAction, sent: JsonObject): SupplementChange {
  if (action !== 'manual_qual') return { questionXpath, action, kind: 'text', data: readText(sent) };
  const { uuid, value, verified } = sent;
  if (typeof uuid !== 'string') throw InvalidError.at('uuid', 'This field is required.');
  if (typeof verified === 'boolean' && value === undefined) {
    return { questionXpath, action, kind: 'verification', uuid, verified };
  }
  if (verified !== undefined) {
    throw InvalidError.at('verified', 'Send `verified` as true or false and without `value`.');
  }
  return { questionXpath, action, kind: 'answer', data: { uuid, value: readValue(value) } };
}

function readText({ language, locale, value }: JsonObject): TextData {
  if (value !== null && typeof value !== 'string') {
    throw InvalidError.at('value', 'Value must be text, or null to delete.');
  }
  if (value !== null) assertText(value);
  return {
    language: readLanguage(language),
    ...(locale !== undefined && locale !== null && { locale: readLanguage(locale) }),
    value: value === '' ? null : value,
  };
}

/** Reads a value by its JSON type; the question decides later which type it needs. */
function readValue(sent: unknown): QualData['value'] {
  if (sent === null || typeof sent === 'number') return sent;
  if (typeof sent === 'string') {
    assertText(sent);
    return sent;
  }
  if (!Array.isArray(sent) || sent.length > SUPPLEMENT_LIMITS.tags) {
    throw InvalidError.at(
      'value',
      `Value must be text, a number, or a list of at most ${SUPPLEMENT_LIMITS.tags} texts.`,
    );
  }
  for (const item of sent as unknown[]) {
    if (typeof item !== 'string' || isLongerThan(SUPPLEMENT_LIMITS.tagLength, item)) {
      const message = `Items of a list are texts of at most ${SUPPLEMENT_LIMITS.tagLength} characters.`;
      throw InvalidError.at('value', message);
    }
    assertText(item);
  }
  return sent as string[];
}

function assertText(text: string): void {
  if (isLongerThan(SUPPLEMENT_LIMITS.textLength, text)) {
    throw InvalidError.at('value', `The text can have at most ${SUPPLEMENT_LIMITS.textLength} characters.`);
  }
  const unstorable = unstorableReason(text);
  if (unstorable !== undefined) throw InvalidError.at('value', `The text ${unstorable}.`);
}

function objectAt(field: string, sent: unknown): JsonObject {
  if (isJsonObject(sent)) return sent;
  throw InvalidError.at(field, 'Value must be an object.');
}

/** Text in a language; null deletes the earlier one. */
export interface TextData {
  readonly language: string;
  /** Regional variant, such as `fr-CA`. */
  readonly locale?: string;
  readonly value: string | null;
}

/** Answer to a qualitative question; `''`, `[]` and null delete the earlier one. */
export interface QualData {
  readonly uuid: string;
  readonly value: string | number | readonly string[] | null;
}

/** One state of a transcript, a translation or an answer to a qualitative question. Later ones never replace it. */
export interface SupplementVersion {
  /** Number among the versions of its submission, from 1. */
  readonly ordinal: number;
  readonly uuid: string;
  readonly questionXpath: string;
  readonly action: ManualAction;
  /** Language of a translation, uuid of a qualitative question; '' of a transcript. */
  readonly subject: string;
  readonly data: TextData | QualData;
  /** Uuid of the transcript that was translated. */
  readonly transcriptUuid: string | null;
  /** Username. */
  readonly createdBy: string | null;
  readonly dateCreated: Date;
  /** When someone confirmed it; null while unconfirmed. */
  readonly dateVerified: Date | null;
}

export type SupplementSubject = Pick<SupplementVersion, 'questionXpath' | 'action' | 'subject'>;

export function subjectKey({ questionXpath, action, subject }: SupplementSubject): string {
  return `${questionXpath}\n${action}\n${subject}`;
}

/** Whether the version deletes what was there. */
export function isEmptyVersion({ data: { value } }: Pick<SupplementVersion, 'data'>): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
