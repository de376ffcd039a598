import fc from '../../../test/fixtures/fast-check';
import { ASSET_TYPES, type AssetType } from '../content/content';
import { assignablePermissions, isAssignable } from './assignable';
import {
  type GrantRequest,
  adaptToAssetType,
  diffPermissionSets,
  applyGrant,
  applyGrants,
  type PermissionSet,
  NO_PERMISSIONS,
  applyRevocation,
  isPartialCodename,
  type PartialCodename,
} from './permission-set';
import { CODENAMES, type Codename, PERMISSIONS } from './codename';

const assetType = fc.constantFrom(...ASSET_TYPES);
const partialGrants = fc.array(
  fc.tuple(
    fc.constantFrom(...CODENAMES.filter(isPartialCodename)),
    fc.array(fc.record({ district: fc.constantFrom('north', 'south') }), { minLength: 1, maxLength: 2 }),
  ),
  { minLength: 1, maxLength: 3 },
);
const grantOn = (type: AssetType): fc.Arbitrary<GrantRequest> =>
  fc
    .tuple(fc.constantFrom(...assignablePermissions(type)), partialGrants)
    .map(([codename, grants]) =>
      codename === 'partial_submissions' ? { codename, partialGrants: grants } : { codename },
    );

type Step = { readonly grant: GrantRequest } | { readonly revoke: Codename };

/** Arbitrary sequence of grants and revocations, and one more grant. */
const history = assetType.chain((type) =>
  fc.record({
    type: fc.constant(type),
    asked: grantOn(type),
    steps: fc.array(
      fc.oneof<fc.Arbitrary<Step>[]>(
        fc.record({ grant: grantOn(type) }),
        fc.record({ revoke: fc.constantFrom(...assignablePermissions(type)) }),
      ),
      { maxLength: 8 },
    ),
  }),
);

function play(steps: readonly Step[], type: AssetType): PermissionSet {
  return steps.reduce<PermissionSet>(
    (held, step) =>
      'grant' in step ? applyGrant(held, step.grant, type) : applyRevocation(held, step.revoke),
    NO_PERMISSIONS,
  );
}

function holderOf(...codenames: Codename[]): PermissionSet {
  return { codenames: new Set(codenames), partialGrants: null };
}

const sorted = ({ codenames }: PermissionSet): Codename[] => [...codenames].sort();

function expectConsistent({ codenames, partialGrants: filters }: PermissionSet, type: AssetType): void {
  for (const each of codenames) {
    expect(PERMISSIONS[each].contradictory.filter((other) => codenames.has(other))).toEqual([]);
    const implied = PERMISSIONS[each].implied.filter((one) => isAssignable(one, type));
    expect(implied.filter((one) => !codenames.has(one))).toEqual([]);
  }
  expect(filters !== null).toBe(codenames.has('partial_submissions'));
}

const NORTH = [['view_submissions', [{ district: 'north' }]]] as const;

describe('granting', () => {
  it.each<[held: Codename[], codename: Exclude<Codename, 'partial_submissions'>, after: Codename[]]>([
    [[], 'view_asset', ['view_asset']],
    [[], 'add_submissions', ['add_submissions']],
    [[], 'change_submissions', ['add_submissions', 'change_submissions', 'view_asset', 'view_submissions']],
    [['view_asset'], 'view_asset', ['view_asset']],
    [['view_asset'], 'change_asset', ['change_asset', 'view_asset']],
    [
      ['partial_submissions', 'view_asset'],
      'delete_submissions',
      ['delete_submissions', 'view_asset', 'view_submissions'],
    ],
    [
      ['partial_submissions', 'view_asset'],
      'manage_asset',
      CODENAMES.filter((each) => each !== 'partial_submissions'),
    ],
  ])('to a holder of %j: %s leads to %j', (held, codename, after) => {
    expect(sorted(applyGrant(holderOf(...held), { codename }, 'survey'))).toEqual(after);
  });

  it('of partial_submissions to a manager keeps asset permissions and add_submissions', () => {
    const manager = applyGrants([{ codename: 'manage_asset' }], 'survey');
    const after = applyGrant(manager, { codename: 'partial_submissions', partialGrants: NORTH }, 'survey');
    expect(sorted(after)).toEqual([
      'add_submissions',
      'change_asset',
      'discover_asset',
      'partial_submissions',
      'view_asset',
    ]);
    expect(after.partialGrants).toEqual({ view_submissions: [{ district: 'north' }] });
  });

  it('of partial_submissions with change_submissions adds add_submissions in full', () => {
    const asked = [['change_submissions', [{ district: 'north' }]]] as const;
    const after = applyGrant(
      NO_PERMISSIONS,
      { codename: 'partial_submissions', partialGrants: asked },
      'survey',
    );
    expect(sorted(after)).toEqual(['add_submissions', 'partial_submissions', 'view_asset']);
  });

  it('of partial_submissions again replaces its filters', () => {
    const before = applyGrants([{ codename: 'partial_submissions', partialGrants: NORTH }], 'survey');
    const south = [['view_submissions', [{ district: 'south' }]]] as const;
    const after = applyGrant(before, { codename: 'partial_submissions', partialGrants: south }, 'survey');
    expect(diffPermissionSets(before, after)).toEqual({ add: [], remove: [], filtersChanged: true });
    expect(after.partialGrants).toEqual({ view_submissions: [{ district: 'south' }] });
  });

  it('on a block adds only permissions that blocks allow', () => {
    expect(sorted(applyGrant(NO_PERMISSIONS, { codename: 'manage_asset' }, 'block'))).toEqual([
      'change_asset',
      'discover_asset',
      'manage_asset',
      'view_asset',
    ]);
    expect(() => applyGrant(NO_PERMISSIONS, { codename: 'add_submissions' }, 'block')).toThrow(
      'cannot be assigned explicitly',
    );
  });

  it('and revoking in any order keep the set free of contradictions, gaps and stray filters', () => {
    fc.assert(fc.property(history, ({ type, steps }) => expectConsistent(play(steps, type), type)));
  });

  it('adds the codename and is idempotent', () => {
    fc.assert(
      fc.property(history, ({ type, steps, asked }) => {
        const after = applyGrant(play(steps, type), asked, type);
        expect(after.codenames.has(asked.codename)).toBe(true);
        const again = applyGrant(after, asked, type);
        expect(diffPermissionSets(after, again)).toEqual({ add: [], remove: [], filtersChanged: false });
      }),
    );
  });

  it('removes only permissions that the added ones contradict', () => {
    fc.assert(
      fc.property(history, ({ type, steps, asked }) => {
        const before = play(steps, type);
        const { remove } = diffPermissionSets(before, applyGrant(before, asked, type));
        const added = [asked.codename, ...PERMISSIONS[asked.codename].implied];
        const contradictory = new Set(added.flatMap((each) => PERMISSIONS[each].contradictory));
        expect(remove.filter((each) => !contradictory.has(each))).toEqual([]);
      }),
    );
  });

  it('is commutative without contradictions', () => {
    const compatible = CODENAMES.filter((each) => each !== 'partial_submissions');
    fc.assert(
      fc.property(fc.shuffledSubarray(compatible), (codenames) => {
        const grants = codenames.map((codename): GrantRequest => ({ codename: codename as 'view_asset' }));
        const forth = applyGrants(grants, 'survey');
        const back = applyGrants(grants.reverse(), 'survey');
        expect(sorted(forth)).toEqual(sorted(back));
      }),
    );
  });
});

describe('revoking', () => {
  it.each<[held: Codename[], codename: Codename, remaining: Codename[]]>([
    [['view_asset'], 'change_asset', ['view_asset']],
    [['change_asset', 'view_asset'], 'change_asset', ['view_asset']],
    [
      ['add_submissions', 'change_submissions', 'view_asset', 'view_submissions'],
      'view_asset',
      ['add_submissions'],
    ],
    [['partial_submissions', 'view_asset'], 'view_asset', []],
  ])('from a holder of %j: %s leaves %j', (held, codename, remaining) => {
    expect(sorted(applyRevocation(holderOf(...held), codename))).toEqual(remaining);
  });

  it('removes exactly the codename and the permissions that imply it', () => {
    fc.assert(
      fc.property(history, ({ type, steps, asked: { codename } }) => {
        const before = play(steps, type);
        const { add, remove } = diffPermissionSets(before, applyRevocation(before, codename));
        const implying = [...before.codenames].filter((each) => PERMISSIONS[each].implied.includes(codename));
        const removed = before.codenames.has(codename) ? [codename, ...implying] : implying;
        expect(add).toEqual([]);
        expect([...remove].sort()).toEqual(removed.sort());
      }),
    );
  });
});

describe('adapting to an asset type', () => {
  it('keeps the set consistent, and does not change it for the same type', () => {
    fc.assert(
      fc.property(history, assetType, ({ type, steps }, other) => {
        const before = play(steps, type);
        expectConsistent(adaptToAssetType(before, other), other);
        expect(diffPermissionSets(before, adaptToAssetType(before, type))).toEqual({
          add: [],
          remove: [],
          filtersChanged: false,
        });
      }),
    );
  });

  it('grants a manager of a template all permissions that managing a survey implies', () => {
    const manager = applyGrants([{ codename: 'manage_asset' }], 'template');
    expect(sorted(adaptToAssetType(manager, 'survey'))).toEqual(
      CODENAMES.filter((each) => each !== 'partial_submissions'),
    );
  });

  it('does not restore revoked permissions', () => {
    const asked = [['change_submissions', [{ district: 'north' }]]] as const;
    const before = applyRevocation(
      applyGrants([{ codename: 'partial_submissions', partialGrants: asked }], 'survey'),
      'add_submissions',
    );
    expect(sorted(adaptToAssetType(before, 'survey'))).toEqual(['partial_submissions', 'view_asset']);
  });

  it('keeps the filters of every partial permission', () => {
    const all = CODENAMES.filter(isPartialCodename).map(
      (codename) => [codename, [{ district: 'north' }]] as [PartialCodename, object[]],
    );
    const before = applyGrants([{ codename: 'partial_submissions', partialGrants: all as never }], 'survey');
    expect(adaptToAssetType(before, 'survey').partialGrants).toEqual(before.partialGrants);
  });
});
