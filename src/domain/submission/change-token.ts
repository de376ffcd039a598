import { InvalidError } from '../errors';

/** Cursor of a client of the change API: the last change it received (decision 74). */
export interface ChangeToken {
  readonly transactionId: number;
  readonly submissionId: number;
}

/** Cursor before the first change. Changes from before a restore have negative transaction ids. */
export const INITIAL_CHANGE_TOKEN: ChangeToken = { transactionId: -Number.MAX_SAFE_INTEGER, submissionId: 0 };

/** Parses `transactionId-submissionId`; absent or empty is the start. @throws InvalidError for any other text */
export function readChangeToken(since: unknown): ChangeToken {
  if (since === undefined || since === '') return INITIAL_CHANGE_TOKEN;
  const [, transactionId, submissionId] =
    (typeof since === 'string' && /^(-?\d{1,16})-(\d{1,15})$/.exec(since)) || [];
  if (transactionId === undefined) {
    throw InvalidError.at(
      'since',
      'Send the `token` of the last response, or leave `since` out to start from the beginning.',
    );
  }
  return { transactionId: Number(transactionId), submissionId: Number(submissionId) };
}

/** Inverse of `readChangeToken`. */
export function writeChangeToken({ transactionId, submissionId }: ChangeToken): string {
  return `${transactionId}-${submissionId}`;
}

/** Kinds of changes in the change API (decision 74). */
export type SubmissionChangeKind = 'created' | 'edited' | 'attachments' | 'validation_status' | 'deleted';
