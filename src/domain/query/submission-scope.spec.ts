import { proveAccess } from '../permission/asset-access.factory';
import type { SubmissionFilter } from '../permission/partial-grant';
import { EVERYTHING, NOTHING } from './filter';
import { narrowedTo, scopeOf } from './submission-scope';

const asset = { assetId: 7, assetUid: 'aSAvYreNzVEkrWg5Gdcvg', ownerId: 1 };

/** The scope of somebody whose partial_submissions assignment says this of viewing. */
function partialScope(filter: SubmissionFilter) {
  const access = proveAccess(
    {
      ...asset,
      held: new Set(['partial_submissions', 'view_asset']),
      partialGrants: new Map([['view_submissions', filter]]),
    },
    'view_submissions',
  );
  return scopeOf(access!);
}
const fullScope = () =>
  scopeOf(proveAccess({ ...asset, held: new Set(['view_submissions']) }, 'view_submissions')!);

const answer = (path: string, value: string | number) => ({
  kind: 'compare' as const,
  field: { source: 'answer' as const, path },
  relation: 'eq' as const,
  value,
});

describe('the scope of a reader', () => {
  it('is the whole asset for a right held in full', () => {
    expect(fullScope()).toEqual({ assetId: 7, filter: undefined });
  });

  it.each<[why: string, filter: SubmissionFilter, expected: object | undefined]>([
    ['one condition', [{ district: 'north' }], answer('district', 'north')],
    [
      'all keys of a condition, any of the conditions',
      [{ district: 'north', consent: 'yes' }, { district: 'east' }],
      {
        kind: 'or',
        of: [
          { kind: 'and', of: [answer('district', 'north'), answer('consent', 'yes')] },
          answer('district', 'east'),
        ],
      },
    ],
    ['a number, whatever the form says', [{ age: 5 }], answer('age', 5)],
    ['everything', [{}], undefined],
    ['nothing', [], NOTHING],
    ['nothing where an operator is unknown', [{ district: { $nonsense: 1 } }], NOTHING],
    [
      'nothing where the opposite of an unknown operator is meant',
      [{ a: { $not: { $nonsense: 1 } } }],
      NOTHING,
    ],
    ['nothing where a condition can not be read', [{ $where: null }], NOTHING],
  ])('is what the row filter of a partial right lets pass: %s', (_why, filter, expected) => {
    expect(partialScope(filter).filter).toEqual(expected);
  });

  it('loses only the condition that can not be read', () => {
    expect(partialScope([{ district: { $in: 'x' } }, { district: 'east' }]).filter).toEqual({
      kind: 'or',
      of: [NOTHING, answer('district', 'east')],
    });
  });

  it('can be narrowed and not widened', () => {
    const north = answer('district', 'north');
    const scope = partialScope([{ consent: 'yes' }]);
    expect(narrowedTo(scope, { kind: 'or', of: [EVERYTHING, north] }).filter).toEqual({
      kind: 'and',
      of: [answer('consent', 'yes'), { kind: 'or', of: [EVERYTHING, north] }],
    });
    expect(narrowedTo(scope, EVERYTHING)).toEqual(scope);
    expect(narrowedTo(fullScope(), north).filter).toEqual(north);
    expect(narrowedTo(fullScope(), EVERYTHING).filter).toBeUndefined();
  });
});
