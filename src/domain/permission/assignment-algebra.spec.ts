import fc from 'fast-check';
import { ASSET_TYPES, type AssetType } from '../content/asset-type';
import { assignableOn, isAssignableOn } from './assignable';
import {
  type AskedGrant,
  carriedOver,
  changeBetween,
  granted,
  grantedAll,
  type Holding,
  NOTHING_HELD,
  revoked,
} from './assignment-algebra';
import { CODENAMES, type Codename } from './codename';
import { isPartialCodename, type PartialCodename } from './partial-grant';
import { PERMISSIONS } from './permission-table';

const assetType = fc.constantFrom(...ASSET_TYPES);
const partialGrants = fc.array(
  fc.tuple(
    fc.constantFrom(...CODENAMES.filter(isPartialCodename)),
    fc.array(fc.record({ district: fc.constantFrom('north', 'south') }), { minLength: 1, maxLength: 2 }),
  ),
  { minLength: 1, maxLength: 3 },
);
const grantOn = (type: AssetType): fc.Arbitrary<AskedGrant> =>
  fc
    .tuple(fc.constantFrom(...assignableOn(type)), partialGrants)
    .map(([codename, grants]) =>
      codename === 'partial_submissions' ? { codename, partialGrants: grants } : { codename },
    );

type Step = { readonly grant: AskedGrant } | { readonly take: Codename };

/** What a user can come to hold: granted and revoked in some order, nothing else; and one more grant. */
const history = assetType.chain((type) =>
  fc.record({
    type: fc.constant(type),
    asked: grantOn(type),
    steps: fc.array(
      fc.oneof<fc.Arbitrary<Step>[]>(
        fc.record({ grant: grantOn(type) }),
        fc.record({ take: fc.constantFrom(...assignableOn(type)) }),
      ),
      { maxLength: 8 },
    ),
  }),
);

function play(steps: readonly Step[], type: AssetType): Holding {
  return steps.reduce<Holding>(
    (held, step) => ('grant' in step ? granted(held, step.grant, type) : revoked(held, step.take)),
    NOTHING_HELD,
  );
}

function holderOf(...codenames: Codename[]): Holding {
  return { codenames: new Set(codenames), partialGrants: null };
}

const sorted = ({ codenames }: Holding): Codename[] => [...codenames].sort();

function expectWhole({ codenames, partialGrants: kept }: Holding, type: AssetType): void {
  for (const each of codenames) {
    expect(PERMISSIONS[each].contradictory.filter((rival) => codenames.has(rival))).toEqual([]);
    const implied = PERMISSIONS[each].implied.filter((one) => isAssignableOn(one, type));
    expect(implied.filter((one) => !codenames.has(one))).toEqual([]);
  }
  expect(kept !== null).toBe(codenames.has('partial_submissions'));
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
    expect(sorted(granted(holderOf(...held), { codename }, 'survey'))).toEqual(after);
  });

  it('of partial_submissions to a manager leaves what does not speak of submissions, and adding them', () => {
    const manager = grantedAll([{ codename: 'manage_asset' }], 'survey');
    const after = granted(manager, { codename: 'partial_submissions', partialGrants: NORTH }, 'survey');
    expect(sorted(after)).toEqual([
      'add_submissions',
      'change_asset',
      'discover_asset',
      'partial_submissions',
      'view_asset',
    ]);
    expect(after.partialGrants).toEqual({ view_submissions: [{ district: 'north' }] });
  });

  it('of partial_submissions with changing inside brings add_submissions in full', () => {
    const asked = [['change_submissions', [{ district: 'north' }]]] as const;
    const after = granted(NOTHING_HELD, { codename: 'partial_submissions', partialGrants: asked }, 'survey');
    expect(sorted(after)).toEqual(['add_submissions', 'partial_submissions', 'view_asset']);
  });

  it('of partial_submissions once more replaces its filters', () => {
    const before = grantedAll([{ codename: 'partial_submissions', partialGrants: NORTH }], 'survey');
    const south = [['view_submissions', [{ district: 'south' }]]] as const;
    const after = granted(before, { codename: 'partial_submissions', partialGrants: south }, 'survey');
    expect(changeBetween(before, after)).toEqual({ add: [], remove: [], refilter: true });
    expect(after.partialGrants).toEqual({ view_submissions: [{ district: 'south' }] });
  });

  it('on a block gives only what blocks know', () => {
    expect(sorted(granted(NOTHING_HELD, { codename: 'manage_asset' }, 'block'))).toEqual([
      'change_asset',
      'discover_asset',
      'manage_asset',
      'view_asset',
    ]);
    expect(() => granted(NOTHING_HELD, { codename: 'add_submissions' }, 'block')).toThrow(
      'cannot be assigned explicitly',
    );
  });

  it('and revoking in any order never leave a contradiction, a gap, or filters without their assignment', () => {
    fc.assert(fc.property(history, ({ type, steps }) => expectWhole(play(steps, type), type)));
  });

  it('ends with the codename held, and a second time changes nothing', () => {
    fc.assert(
      fc.property(history, ({ type, steps, asked }) => {
        const after = granted(play(steps, type), asked, type);
        expect(after.codenames.has(asked.codename)).toBe(true);
        const again = granted(after, asked, type);
        expect(changeBetween(after, again)).toEqual({ add: [], remove: [], refilter: false });
      }),
    );
  });

  it('never takes what the new permission neither contradicts nor implies a contradiction of', () => {
    fc.assert(
      fc.property(history, ({ type, steps, asked }) => {
        const before = play(steps, type);
        const { remove } = changeBetween(before, granted(before, asked, type));
        const arriving = [asked.codename, ...PERMISSIONS[asked.codename].implied];
        const rivals = new Set(arriving.flatMap((each) => PERMISSIONS[each].contradictory));
        expect(remove.filter((each) => !rivals.has(each))).toEqual([]);
      }),
    );
  });

  it('in any order comes to the same where nothing contradicts anything', () => {
    const harmless = CODENAMES.filter((each) => each !== 'partial_submissions');
    fc.assert(
      fc.property(fc.shuffledSubarray(harmless), (codenames) => {
        const grants = codenames.map((codename): AskedGrant => ({ codename: codename as 'view_asset' }));
        const forth = grantedAll(grants, 'survey');
        const back = grantedAll(grants.reverse(), 'survey');
        expect(sorted(forth)).toEqual(sorted(back));
      }),
    );
  });
});

describe('revoking', () => {
  it.each<[held: Codename[], codename: Codename, left: Codename[]]>([
    [['view_asset'], 'change_asset', ['view_asset']],
    [['change_asset', 'view_asset'], 'change_asset', ['view_asset']],
    [
      ['add_submissions', 'change_submissions', 'view_asset', 'view_submissions'],
      'view_asset',
      ['add_submissions'],
    ],
    [['partial_submissions', 'view_asset'], 'view_asset', []],
  ])('from a holder of %j: %s leaves %j', (held, codename, left) => {
    expect(sorted(revoked(holderOf(...held), codename))).toEqual(left);
  });

  it('takes the codename and all that implies it, and nothing else', () => {
    fc.assert(
      fc.property(history, ({ type, steps, asked: { codename } }) => {
        const before = play(steps, type);
        const { add, remove } = changeBetween(before, revoked(before, codename));
        const implying = [...before.codenames].filter((each) => PERMISSIONS[each].implied.includes(codename));
        const gone = before.codenames.has(codename) ? [codename, ...implying] : implying;
        expect(add).toEqual([]);
        expect([...remove].sort()).toEqual(gone.sort());
      }),
    );
  });
});

describe('carrying over', () => {
  it('to an asset of any type leaves something whole, and all of it on the same type', () => {
    fc.assert(
      fc.property(history, assetType, ({ type, steps }, other) => {
        const before = play(steps, type);
        expectWhole(carriedOver(before, other), other);
        expect(changeBetween(before, carriedOver(before, type))).toEqual({
          add: [],
          remove: [],
          refilter: false,
        });
      }),
    );
  });

  it('gives a manager of a template who comes to a survey all that managing means there', () => {
    const manager = grantedAll([{ codename: 'manage_asset' }], 'template');
    expect(sorted(carriedOver(manager, 'survey'))).toEqual(
      CODENAMES.filter((each) => each !== 'partial_submissions'),
    );
  });

  it('brings nothing back that was taken', () => {
    const asked = [['change_submissions', [{ district: 'north' }]]] as const;
    const before = revoked(
      grantedAll([{ codename: 'partial_submissions', partialGrants: asked }], 'survey'),
      'add_submissions',
    );
    expect(sorted(carriedOver(before, 'survey'))).toEqual(['partial_submissions', 'view_asset']);
  });

  it('knows each permission that can be narrowed', () => {
    const all = CODENAMES.filter(isPartialCodename).map(
      (codename) => [codename, [{ district: 'north' }]] as [PartialCodename, object[]],
    );
    const before = grantedAll([{ codename: 'partial_submissions', partialGrants: all as never }], 'survey');
    expect(carriedOver(before, 'survey').partialGrants).toEqual(before.partialGrants);
  });
});
