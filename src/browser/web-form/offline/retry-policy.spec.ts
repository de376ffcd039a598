import type { QueuedSubmission } from './offline-database';
import {
  afterAcknowledgement,
  afterFailure,
  type Answer,
  isAcknowledged,
  isDue,
  pauseMs,
  retryAfterMs,
  stopsSending,
  withoutProblem,
} from './retry-policy';

const NOW = Date.UTC(2026, 10, 24);
const SUBMISSION: QueuedSubmission = {
  instanceId: 'uuid:1',
  formId: 'aForm',
  formTitle: 'Wells',
  name: 'Wells',
  page: '/web-forms/offline/aForm/',
  path: '/submission',
  requests: [],
  acknowledged: 0,
  finishedAt: NOW,
  state: 'waiting',
  attempts: 0,
  notBefore: 0,
  isPauseFixed: false,
};
const response = (status: number, retryAfter: string | null = null): Answer => ({
  kind: 'response',
  status,
  message: 'Why.',
  retryAfter,
});

describe('pauses', () => {
  it('double up to a limit, half of them at random', () => {
    expect([1, 2, 3, 4].map((attempts) => pauseMs(attempts, 1))).toEqual([5_000, 10_000, 20_000, 40_000]);
    expect([1, 2].map((attempts) => pauseMs(attempts, 0))).toEqual([2_500, 5_000]);
    expect(pauseMs(1_000, 1)).toBe(900_000);
  });

  it.each([
    ['7', 7_000],
    ['0', 0],
    [new Date(NOW + 60_000).toUTCString(), 60_000],
    [new Date(NOW - 60_000).toUTCString(), 0],
    ['99999999', 86_400_000],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ])('follow Retry-After %p', (header, ms) => {
    expect(retryAfterMs(header, NOW)).toBe(ms);
  });

  it('are not shorter than the service asks, even if the network is back', () => {
    const submission = afterFailure(SUBMISSION, response(503, '120'), NOW, 1);
    expect(submission).toMatchObject({ state: 'waiting', attempts: 1, notBefore: NOW + 120_000 });
    expect(isDue(submission, NOW + 119_999, true)).toBe(false);
    expect(isDue(submission, NOW + 120_000, false)).toBe(true);
  });

  it('end when the network is back', () => {
    const submission = afterFailure(SUBMISSION, { kind: 'none' }, NOW, 1);
    expect(submission).toMatchObject({ notBefore: NOW + 5_000, problem: { kind: 'unreachable' } });
    expect(isDue(submission, NOW, false)).toBe(false);
    expect(isDue(submission, NOW, true)).toBe(true);
  });
});

describe('answers', () => {
  it.each([201, 202])('%i acknowledges', (status) => {
    expect(isAcknowledged(response(status))).toBe(true);
  });

  it.each([200, 204, 302, 404, 500])('%i does not', (status) => {
    expect(isAcknowledged(response(status))).toBe(false);
  });

  it.each([400, 403, 404, 405, 409, 410, 411, 413, 415, 422])('%i is kept with its reason', (status) => {
    const refused = afterFailure(SUBMISSION, response(status), NOW, 1);
    expect(refused).toMatchObject({
      state: 'refused',
      problem: { kind: 'refused', status, message: 'Why.' },
    });
    expect(isDue(refused, NOW * 2, true)).toBe(false);
    expect(withoutProblem(refused)).toEqual(SUBMISSION);
  });

  it.each([200, 408, 425, 429, 500, 502, 503, 504, 507])('%i is tried again', (status) => {
    expect(afterFailure(SUBMISSION, response(status), NOW, 1)).toMatchObject({
      state: 'waiting',
      problem: { kind: 'service', status },
    });
  });

  it('401 waits for a sign-in, and is kept with its reason without an account', () => {
    expect(afterFailure({ ...SUBMISSION, username: 'asha' }, response(401), NOW, 1)).toMatchObject({
      state: 'waiting',
      problem: { kind: 'sign-in' },
    });
    expect(afterFailure(SUBMISSION, response(401), NOW, 1)).toMatchObject({
      state: 'refused',
      problem: { kind: 'refused', status: 401 },
    });
  });

  it.each([
    [{ kind: 'none' } as const, true],
    [response(503), true],
    [response(429), true],
    [response(500), false],
    [response(413), false],
  ])('%j ends sending: %p', (answer, expected) => {
    expect(stopsSending(answer)).toBe(expected);
  });

  it('of one request count it and forget the failures before', () => {
    const failed = afterFailure(SUBMISSION, response(500), NOW, 1);
    const { notBefore } = failed;
    expect(afterAcknowledgement(failed)).toEqual({ ...SUBMISSION, acknowledged: 1, notBefore });
  });
});
