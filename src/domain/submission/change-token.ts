import { InvalidError } from '../errors';

/** Where a reader of changes has come to: the last change that it was told of (decision 74). */
export interface ChangeToken {
  readonly transactionId: number;
  readonly submissionId: number;
}

/** Before the first change: those from before a restore have numbers below zero. */
export const FROM_THE_START: ChangeToken = { transactionId: -Number.MAX_SAFE_INTEGER, submissionId: 0 };

/** @throws InvalidError for a text that is no token */
export function readChangeToken(since: unknown): ChangeToken {
  if (since === undefined || since === '') return FROM_THE_START;
  const [, transactionId, submissionId] =
    (typeof since === 'string' && /^(-?\d{1,16})-(\d{1,15})$/.exec(since)) || [];
  if (transactionId === undefined) {
    throw new InvalidError({ since: ['Send the `token` of the last answer, or nothing to begin with.'] });
  }
  return { transactionId: Number(transactionId), submissionId: Number(submissionId) };
}

export function writeChangeToken({ transactionId, submissionId }: ChangeToken): string {
  return `${transactionId}-${submissionId}`;
}
