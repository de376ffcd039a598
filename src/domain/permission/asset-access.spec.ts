import {
  type AssetAccess,
  type AccessDenial,
  accessDenial,
  accessDenialError,
  type DeniedRequest,
} from './asset-access';
import { type AccessFacts, authorizeAccess } from './asset-access.factory';
import type { Codename } from './codename';
import { effectivePermissions, FULL_ACCESS } from './assignable';

const asset = { assetId: 7, assetUid: 'aSAvYreNzVEkrWg5Gdcvg', ownerId: 1 };
const simone = [{ _submitted_by: 'simone' }];

function facts(held: Codename[], partialGrants?: AccessFacts['partialGrants']): AccessFacts {
  return { ...asset, held: new Set(held), ...(partialGrants === undefined ? {} : { partialGrants }) };
}

describe('effective permissions', () => {
  it('are all but partial_submissions for an owner and a superuser', () => {
    const held = effectivePermissions({ isOwnerOrSuperuser: true, own: [], anonymous: [] });
    expect(held).toBe(FULL_ACCESS);
    expect([held.size, held.has('partial_submissions')]).toEqual([9, false]);
  });

  it('are the own ones and those of AnonymousUser for other callers', () => {
    const held = effectivePermissions({
      isOwnerOrSuperuser: false,
      own: ['add_submissions'],
      anonymous: ['view_asset'],
    });
    expect([...held].sort()).toEqual(['add_submissions', 'view_asset']);
  });
});

describe('authorizeAccess', () => {
  it('returns no filter for a full permission', () => {
    const held: Codename[] = ['view_asset', 'view_submissions'];
    expect(authorizeAccess(facts(held), 'view_submissions')).toEqual({ ...asset, held: new Set(held) });
  });

  it.each<[why: string, held: Codename[], requested: Codename]>([
    ['no permission is held', [], 'view_asset'],
    ['only a lesser permission is held', ['view_asset'], 'change_asset'],
    ['the partial grant lacks it', ['partial_submissions', 'view_asset'], 'delete_submissions'],
    ['filters are stored without partial_submissions', ['view_asset'], 'change_submissions'],
  ])('returns undefined when %s', (_why, held, requested) => {
    const stored = new Map([['change_submissions' as const, simone]]);
    expect(authorizeAccess(facts(held, stored), requested)).toBeUndefined();
  });

  it('returns the filter of the partial grant', () => {
    const partial = facts(['partial_submissions', 'view_asset'], new Map([['change_submissions', simone]]));
    expect(authorizeAccess(partial, 'change_submissions')?.filter).toEqual(simone);
  });

  it('returns an empty filter for viewing to a partial holder without view_submissions', () => {
    const partial = facts(['partial_submissions', 'view_asset'], new Map());
    expect(authorizeAccess(partial, 'view_submissions')?.filter).toEqual([]);
  });

  it('returns no filter when AnonymousUser may view all submissions', () => {
    const held: Codename[] = ['partial_submissions', 'view_asset', 'view_submissions'];
    const access = authorizeAccess(facts(held, new Map([['view_submissions', simone]])), 'view_submissions');
    expect(access).toBeDefined();
    expect(access?.filter).toBeUndefined();
  });

  it('returns a type that code cannot construct or use for another permission', () => {
    const deleting = (_access: AssetAccess<'delete_submissions'>): boolean => true;
    const viewing = authorizeAccess(facts(['view_submissions']), 'view_submissions')!;
    // @ts-expect-error access to view is no access to delete
    deleting(viewing);
    // @ts-expect-error only the factory constructs access
    deleting({ ...asset, held: new Set<Codename>() });
    expect(viewing.assetUid).toBe(asset.assetUid);
  });
});

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
