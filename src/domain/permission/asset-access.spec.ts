import type { AssetAccess } from './asset-access';
import { type AccessFacts, proveAccess } from './asset-access.factory';
import type { Codename } from './codename';
import { effectivePermissions, FULL_ACCESS } from './effective-permissions';

const asset = { assetId: 7, assetUid: 'aSAvYreNzVEkrWg5Gdcvg', ownerId: 1 };
const simone = [{ _submitted_by: 'simone' }];

function facts(held: Codename[], partialGrants?: AccessFacts['partialGrants']): AccessFacts {
  return { ...asset, held: new Set(held), ...(partialGrants === undefined ? {} : { partialGrants }) };
}

describe('effective permissions', () => {
  it('are everything but the limit for an owner and a superuser', () => {
    const held = effectivePermissions({ isOwnerOrSuperuser: true, own: [], anonymous: [] });
    expect(held).toBe(FULL_ACCESS);
    expect([held.size, held.has('partial_submissions')]).toEqual([9, false]);
  });

  it('are the own ones and those of AnonymousUser for everybody else', () => {
    const held = effectivePermissions({
      isOwnerOrSuperuser: false,
      own: ['add_submissions'],
      anonymous: ['view_asset'],
    });
    expect([...held].sort()).toEqual(['add_submissions', 'view_asset']);
  });
});

describe('the proof of a right', () => {
  it('carries the asset and no filter when the right is held in full', () => {
    const held: Codename[] = ['view_asset', 'view_submissions'];
    expect(proveAccess(facts(held), 'view_submissions')).toEqual({ ...asset, held: new Set(held) });
  });

  it.each<[why: string, held: Codename[], asked: Codename]>([
    ['nothing is held', [], 'view_asset'],
    ['a lesser right is held', ['view_asset'], 'change_asset'],
    ['the partial grant lacks it', ['partial_submissions', 'view_asset'], 'delete_submissions'],
    ['filters are left over without partial_submissions', ['view_asset'], 'change_submissions'],
  ])('does not exist when %s', (_why, held, asked) => {
    const leftOver = new Map([['change_submissions' as const, simone]]);
    expect(proveAccess(facts(held, leftOver), asked)).toBeUndefined();
  });

  it('carries the filter of the partial grant', () => {
    const partial = facts(['partial_submissions', 'view_asset'], new Map([['change_submissions', simone]]));
    expect(proveAccess(partial, 'change_submissions')?.filter).toEqual(simone);
  });

  it('shows nothing, and refuses nothing, to a partial holder who may not view', () => {
    const partial = facts(['partial_submissions', 'view_asset'], new Map());
    expect(proveAccess(partial, 'view_submissions')?.filter).toEqual([]);
  });

  it('is not narrowed when AnonymousUser may see all', () => {
    const held: Codename[] = ['partial_submissions', 'view_asset', 'view_submissions'];
    const access = proveAccess(facts(held, new Map([['view_submissions', simone]])), 'view_submissions');
    expect(access).toBeDefined();
    expect(access?.filter).toBeUndefined();
  });

  it('can neither be written by hand nor stand for another right', () => {
    const deleting = (_access: AssetAccess<'delete_submissions'>): boolean => true;
    const viewing = proveAccess(facts(['view_submissions']), 'view_submissions')!;
    // @ts-expect-error a proof of viewing is no proof of deleting
    deleting(viewing);
    // @ts-expect-error only the factory makes a proof
    deleting({ ...asset, held: new Set<Codename>() });
    expect(viewing.assetUid).toBe(asset.assetUid);
  });
});
