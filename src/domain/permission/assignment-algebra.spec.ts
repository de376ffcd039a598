import fc from 'fast-check';
import { ASSET_TYPES, type AssetType } from '../content/asset-type';
import { assignableOn, isAssignableOn } from './assignable';
import { applyChange, grant, grantAll, grantDropsPartialGrants, revoke } from './assignment-algebra';
import { CODENAMES, type Codename } from './codename';
import { PERMISSIONS } from './permission-table';

const codename = fc.constantFrom(...CODENAMES);
const assetType = fc.constantFrom(...ASSET_TYPES);

/** A user's assignments as they can come about: granted and revoked in some order, nothing else. */
const history = assetType.chain((type) => {
  const assignable = fc.constantFrom(...assignableOn(type));
  const step = fc.record({ codename: assignable, take: fc.boolean() });
  return fc.record({
    type: fc.constant(type),
    codename: assignable,
    steps: fc.array(step, { maxLength: 8 }),
  });
});

function play(steps: { codename: Codename; take: boolean }[], type: AssetType): Set<Codename> {
  return steps.reduce(
    (held, step) =>
      step.take
        ? applyChange(held, { add: [], remove: revoke(held, step.codename) })
        : applyChange(held, grant(held, step.codename, type)),
    new Set<Codename>(),
  );
}

describe('granting', () => {
  it.each<[held: Codename[], granted: Codename, add: Codename[], remove: Codename[]]>([
    [[], 'view_asset', ['view_asset'], []],
    [[], 'add_submissions', ['add_submissions'], []],
    [
      [],
      'change_submissions',
      ['add_submissions', 'change_submissions', 'view_asset', 'view_submissions'],
      [],
    ],
    [['view_asset'], 'view_asset', [], []],
    [['view_asset'], 'change_asset', ['change_asset'], []],
    [
      ['partial_submissions', 'view_asset'],
      'delete_submissions',
      ['delete_submissions', 'view_submissions'],
      ['partial_submissions'],
    ],
    [
      ['change_asset', 'delete_submissions', 'view_asset', 'view_submissions'],
      'partial_submissions',
      ['partial_submissions'],
      ['delete_submissions', 'view_submissions'],
    ],
  ])('to a holder of %j: %s adds %j and removes %j', (held, granted, add, remove) => {
    expect(grant(held, granted, 'survey')).toEqual({ add, remove });
  });

  it('of manage_asset gives all and drives out partial_submissions, which it does not contradict itself', () => {
    expect(grant(['partial_submissions', 'view_asset'], 'manage_asset', 'survey')).toEqual({
      add: CODENAMES.filter((each) => each !== 'partial_submissions' && each !== 'view_asset'),
      remove: ['partial_submissions'],
    });
  });

  it('of partial_submissions to a manager leaves what does not speak of submissions, and adding them', () => {
    const manager = grantAll(['manage_asset'], 'survey');
    expect([...applyChange(manager, grant(manager, 'partial_submissions', 'survey'))].sort()).toEqual([
      'add_submissions',
      'change_asset',
      'discover_asset',
      'partial_submissions',
      'view_asset',
    ]);
  });

  it('on a block gives only what blocks know', () => {
    expect(grant([], 'manage_asset', 'block').add).toEqual([
      'change_asset',
      'discover_asset',
      'manage_asset',
      'view_asset',
    ]);
    expect(() => grant([], 'add_submissions', 'block')).toThrow('cannot be assigned explicitly');
  });

  it('forgets stored row filters exactly when the full right comes', () => {
    expect(CODENAMES.filter(grantDropsPartialGrants)).toEqual([
      'change_submissions',
      'delete_submissions',
      'manage_asset',
      'validate_submissions',
      'view_submissions',
    ]);
  });

  it('and revoking in any order never leave a contradiction or a gap', () => {
    fc.assert(
      fc.property(history, ({ type, steps }) => {
        const held = play(steps, type);
        for (const each of held) {
          expect(PERMISSIONS[each].contradictory.filter((rival) => held.has(rival))).toEqual([]);
          const missing = PERMISSIONS[each].implied.filter(
            (one) => isAssignableOn(one, type) && !held.has(one),
          );
          expect(missing).toEqual([]);
        }
      }),
    );
  });

  it('ends with the codename held, and a second time changes nothing', () => {
    fc.assert(
      fc.property(history, ({ type, steps, codename: granted }) => {
        const before = play(steps, type);
        const after = applyChange(before, grant(before, granted, type));
        expect(after.has(granted)).toBe(true);
        expect(grant(after, granted, type)).toEqual({ add: [], remove: [] });
      }),
    );
  });
});

describe('revoking', () => {
  it.each<[held: Codename[], revoked: Codename, gone: Codename[]]>([
    [['view_asset'], 'change_asset', []],
    [['change_asset', 'view_asset'], 'change_asset', ['change_asset']],
    [
      ['add_submissions', 'change_submissions', 'view_asset', 'view_submissions'],
      'view_asset',
      ['change_submissions', 'view_asset', 'view_submissions'],
    ],
    [['add_submissions', 'view_asset'], 'view_asset', ['view_asset']],
    [['partial_submissions', 'view_asset'], 'view_asset', ['partial_submissions', 'view_asset']],
  ])('from a holder of %j: %s takes %j', (held, revoked, gone) => {
    expect(revoke(held, revoked)).toEqual(gone);
  });

  it('takes manage_asset with any right that it implies', () => {
    const manager = grantAll(['manage_asset'], 'survey');
    fc.assert(
      fc.property(codename, (revoked) => {
        const gone = revoke(manager, revoked);
        expect(gone.includes('manage_asset')).toBe(revoked !== 'partial_submissions');
      }),
    );
  });
});
