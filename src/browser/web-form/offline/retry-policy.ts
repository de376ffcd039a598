import type { QueuedSubmission, SendProblem } from './offline-database';

/** Outcome of one request. */
export type Answer =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly message: string;
      /** Header. */
      readonly retryAfter: string | null;
    }
  /** No response of the service: no network, timeout, or the page of a captive portal. */
  | { readonly kind: 'none' };

const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 15 * 60_000;
const SIGN_IN_PAUSE_MS = 60_000;
/** A service that names a longer pause is asked again after this one. */
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;
/** Statuses that say something about the moment, not about the submission. */
const TEMPORARY = new Set([408, 425, 429]);
/** Statuses after which other submissions would fare no better. */
const OVERLOADED = new Set([429, 503]);

/** Exponential backoff with jitter: half of it is random, so that many browsers do not return at once. @param random 0 to 1 */
export function pauseMs(attempts: number, random: number): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, attempts - 1), MAX_PAUSE_MS);
  return Math.round(pause / 2 + (pause / 2) * random);
}

/** Milliseconds that a Retry-After header names, as seconds or as a date; undefined if it names none. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}

/** 201 and 202 only: a proxy may answer 200 with a page of its own. */
export function isAcknowledged(answer: Answer): boolean {
  return answer.kind === 'response' && (answer.status === 201 || answer.status === 202);
}

/** Whether the service can't take other submissions either. */
export function stopsSending(answer: Answer): boolean {
  return answer.kind === 'none' || OVERLOADED.has(answer.status);
}

/** The submission after a request that was not acknowledged. @param random 0 to 1 */
export function afterFailure(
  submission: QueuedSubmission,
  answer: Answer,
  now: number,
  random: number,
): QueuedSubmission {
  const problem = problemOf(submission, answer);
  if (problem.kind === 'refused') return { ...submission, state: 'refused', problem };
  const attempts = submission.attempts + 1;
  const named = answer.kind === 'response' ? retryAfterMs(answer.retryAfter, now) : undefined;
  return {
    ...submission,
    attempts,
    notBefore: now + Math.max(named ?? 0, pauseMs(attempts, random)),
    isPauseFixed: named !== undefined,
    problem,
  };
}

/** The submission after all of its requests but some were acknowledged. */
export function afterAcknowledgement(submission: QueuedSubmission): QueuedSubmission {
  const { problem: _, ...rest } = submission;
  return { ...rest, acknowledged: submission.acknowledged + 1, attempts: 0 };
}

/** A submission whose user is not signed in. */
export function awaitingSignIn(submission: QueuedSubmission, now: number): QueuedSubmission {
  return {
    ...submission,
    notBefore: now + SIGN_IN_PAUSE_MS,
    isPauseFixed: false,
    problem: { kind: 'sign-in' },
  };
}

/** A submission to send again by hand. */
export function withoutProblem({ problem: _, ...submission }: QueuedSubmission): QueuedSubmission {
  return { ...submission, state: 'waiting', attempts: 0, notBefore: 0, isPauseFixed: false };
}

/** @param isNetworkBack ends pauses, except those that the service named */
export function isDue(submission: QueuedSubmission, now: number, isNetworkBack: boolean): boolean {
  if (submission.state !== 'waiting') return false;
  return submission.notBefore <= now || (isNetworkBack && !submission.isPauseFixed);
}

function problemOf({ username }: QueuedSubmission, answer: Answer): SendProblem {
  if (answer.kind === 'none') return { kind: 'unreachable' };
  const { status, message } = answer;
  const detail = { status, ...(message !== '' && { message }) };
  if (status === 401 && username !== undefined) return { kind: 'sign-in', ...detail };
  const isPermanent = status >= 400 && status < 500 && !TEMPORARY.has(status);
  return { kind: isPermanent ? 'refused' : 'service', ...detail };
}
