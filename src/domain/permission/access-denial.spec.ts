import { type AccessDenial, accessDenial, accessDenialError, type DeniedRequest } from './access-denial';

const row = (
  family: DeniedRequest['family'],
  actor: DeniedRequest['actor'],
  canSee: boolean,
  safeMethod: boolean,
  expected: AccessDenial,
): [DeniedRequest, AccessDenial] => [{ family, actor, canSee, safeMethod }, expected];

describe('accessDenial', () => {
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
    row('odata', 'anonymous', false, true, 'unauthenticated'),
    row('odata', 'anonymous', true, true, 'unauthenticated'),
    row('odata', 'user', false, true, 'not-found'),
    row('odata', 'user', true, true, 'denied'),
    row('openrosa', 'anonymous', false, false, 'unauthenticated'),
    row('openrosa', 'anonymous', false, true, 'unauthenticated'),
    row('openrosa', 'user', false, false, 'denied'),
    row('openrosa', 'user', false, true, 'not-found'),
  ])('%j gets %s', (request, expected) => {
    expect(accessDenial(request)).toBe(expected);
  });

  it.each([
    ['not-found', 'Not found.'],
    ['denied', 'You do not have permission to perform this action.'],
    ['unauthenticated', 'Authentication credentials were not provided.'],
  ] as const)('%s has one message', (kind, message) => {
    expect(accessDenialError(kind)).toMatchObject({ kind, message });
  });
});
