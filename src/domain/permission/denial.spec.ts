import { type Denial, denial, denialError, type Refused } from './denial';

const row = (
  family: Refused['family'],
  actor: Refused['actor'],
  canSee: boolean,
  safeMethod: boolean,
  expected: Denial,
): [Refused, Denial] => [{ family, actor, canSee, safeMethod }, expected];

describe('a refusal', () => {
  it.each([
    row('asset-detail', 'anonymous', false, true, 'not-found'),
    row('asset-detail', 'anonymous', false, false, 'unauthenticated'),
    row('asset-detail', 'anonymous', true, true, 'unauthenticated'),
    row('asset-detail', 'anonymous', true, false, 'unauthenticated'),
    row('asset-detail', 'user', false, true, 'not-found'),
    row('asset-detail', 'user', false, false, 'not-found'),
    row('asset-detail', 'user', true, true, 'denied'),
    row('asset-detail', 'user', true, false, 'denied'),
    row('nested', 'anonymous', false, true, 'not-found'),
    row('nested', 'anonymous', false, false, 'not-found'),
    row('nested', 'anonymous', true, false, 'unauthenticated'),
    row('nested', 'user', false, true, 'not-found'),
    row('nested', 'user', false, false, 'not-found'),
    row('nested', 'user', true, true, 'denied'),
    row('nested', 'user', true, false, 'denied'),
    row('history', 'anonymous', false, true, 'unauthenticated'),
    row('history', 'user', false, true, 'denied'),
    row('feed', 'anonymous', false, true, 'unauthenticated'),
    row('feed', 'anonymous', true, true, 'unauthenticated'),
    row('feed', 'user', false, true, 'not-found'),
    row('feed', 'user', true, true, 'denied'),
    row('openrosa', 'anonymous', false, false, 'unauthenticated'),
    row('openrosa', 'anonymous', false, true, 'unauthenticated'),
    row('openrosa', 'user', false, false, 'denied'),
    row('openrosa', 'user', false, true, 'not-found'),
  ])('%j is told as %s', (refused, expected) => {
    expect(denial(refused)).toBe(expected);
  });

  it.each([
    ['not-found', 'Not found.'],
    ['denied', 'You do not have permission to perform this action.'],
    ['unauthenticated', 'Authentication credentials were not provided.'],
  ] as const)('%s has one wording', (kind, message) => {
    expect(denialError(kind)).toMatchObject({ kind, message });
  });
});
