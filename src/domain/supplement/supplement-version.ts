import type { ManualAction } from './question-feature';

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
