import { authorizeAccess } from '../permission/asset-access.factory';
import type { SubmissionFilter } from '../permission/permission-set';
import { EVERYTHING, NOTHING } from './mongo-expression';
import { narrowScope, scopeOf, readSubmissionQuery } from './submission-scope';
import { QUERY_LIMITS } from './operand';

const asset = { assetId: 7, assetUid: 'aSAvYreNzVEkrWg5Gdcvg', ownerId: 1 };

/** Scope of a user with a partial permission to view. */
function partialScope(filter: SubmissionFilter) {
  const access = authorizeAccess(
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
  scopeOf(authorizeAccess({ ...asset, held: new Set(['view_submissions']) }, 'view_submissions')!);

const answer = (path: string, value: string | number) => ({
  kind: 'compare' as const,
  field: { source: 'answer' as const, path },
  relation: 'eq' as const,
  value,
});

describe('submission scope', () => {
  it('has no filter with the full permission', () => {
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
    ['a number, independent of the form', [{ age: 5 }], answer('age', 5)],
    ['everything', [{}], undefined],
    ['nothing', [], NOTHING],
    ['nothing for an unknown operator', [{ district: { $nonsense: 1 } }], NOTHING],
    ['nothing for a negated unknown operator', [{ a: { $not: { $nonsense: 1 } } }], NOTHING],
    ['nothing for an invalid condition', [{ $where: null }], NOTHING],
  ])('is the row filter of a partial permission: %s', (_title, filter, expected) => {
    expect(partialScope(filter).filter).toEqual(expected);
  });

  it('drops only the invalid condition', () => {
    expect(partialScope([{ district: { $in: 'x' } }, { district: 'east' }]).filter).toEqual({
      kind: 'or',
      of: [NOTHING, answer('district', 'east')],
    });
  });

  it('can be narrowed, not widened', () => {
    const north = answer('district', 'north');
    const scope = partialScope([{ consent: 'yes' }]);
    expect(narrowScope(scope, { kind: 'or', of: [EVERYTHING, north] }).filter).toEqual({
      kind: 'and',
      of: [answer('consent', 'yes'), { kind: 'or', of: [EVERYTHING, north] }],
    });
    expect(narrowScope(scope, EVERYTHING)).toEqual(scope);
    expect(narrowScope(fullScope(), north).filter).toEqual(north);
    expect(narrowScope(fullScope(), EVERYTHING).filter).toBeUndefined();
  });
});

const read = (text: unknown) => readSubmissionQuery(text, () => false);

describe('readSubmissionQuery', () => {
  it.each([undefined, 'null', '{}', '{"_userform_id":"x"}'])('matches everything for %s', (text) => {
    expect(read(text)).toEqual(EVERYTHING);
  });

  it.each([
    ['{village:', 'Value must be valid JSON.'],
    ['', 'Value must be valid JSON.'],
    ['[]', 'Value must be a JSON object'],
    ['[1]', 'Value must be a JSON object'],
    ['"Karatu"', 'Value must be a JSON object'],
    ['5', 'Value must be a JSON object'],
    [{ village: 'x' }, 'Value must be JSON of at most'],
    [`{"village":"${'x'.repeat(QUERY_LIMITS.textLength)}"}`, 'Value must be JSON of at most'],
  ])('refuses %j', (text, message) => {
    const fields = { query: [expect.stringContaining(message)] };
    expect(() => read(text)).toThrow(expect.objectContaining({ fields }));
  });
});
