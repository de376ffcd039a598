import type { AssetColumn, AssetField, AssetJsonColumn, TimestampPart } from './asset-field';
import { readAssetSearch } from './asset-search';
import { EVERYTHING, type Filter, NOTHING, type Operand, type Relation } from './mongo-expression';
import { QUERY_LIMITS } from './operand';

type Tree = Filter<AssetField>;
const column = (name: AssetColumn, of: 'asset' | 'parent' = 'asset'): AssetField => ({
  of,
  source: 'column',
  column: name,
});
const json = (name: AssetJsonColumn, ...path: string[]): AssetField => ({
  of: 'asset',
  source: 'json',
  column: name,
  path,
});
const typeOf = (name: AssetJsonColumn, ...path: string[]): AssetField => ({
  of: 'asset',
  source: 'json',
  column: name,
  path,
  as: 'type',
});
const part = (of: TimestampPart): AssetField => ({
  of: 'asset',
  source: 'timestamp',
  column: 'dateCreated',
  part: of,
});
const inText = (field: AssetField, words: string): Tree => ({
  kind: 'search',
  field,
  text: words,
  at: 'anywhere',
  ignoreCase: true,
});
const matching = (field: AssetField, source: string): Tree => ({
  kind: 'matches',
  field,
  pattern: { source, ignoreCase: false, multiline: false, dotAll: false, extended: false },
});
const is = (field: AssetField, value: Operand, relation: Relation = 'eq'): Tree => ({
  kind: 'compare',
  field,
  relation,
  value,
});
const missing = (field: AssetField): Tree => ({ kind: 'not', of: { kind: 'exists', field } });
const member = (...path: string[]) => ({ source: 'member' as const, path });
const one = (field: AssetField): Tree => ({ kind: 'length', field, length: 1 });
const hasParent: Tree = { kind: 'exists', field: column('uid', 'parent') };

describe('readAssetSearch', () => {
  it.each<[search: string, filter: Tree]>([
    ['asset_type:survey', is(column('assetType'), 'survey')],
    ['name:"Alpha wells"', is(column('name'), 'Alpha wells')],
    ['name:5', is(column('name'), '5')],
    ['name:null', missing(column('name'))],
    ['name:"null"', is(column('name'), 'null')],
    ['last_modified_by__isnull:false', { kind: 'exists', field: column('lastModifiedBy') }],
    [
      'name__icontains:WELLS',
      { kind: 'search', field: column('name'), text: 'WELLS', at: 'anywhere', ignoreCase: true },
    ],
    [
      'name__startswith:Be',
      { kind: 'search', field: column('name'), text: 'Be', at: 'start', ignoreCase: false },
    ],
    ['name__gte:B', is(column('name'), 'B', 'gte')],
    ['_deployment_status:draft', is(column('deploymentStatus'), 'draft')],
    ['_deployment_data__active:true', is(json('deploymentData', 'active'), true)],
    ['owner__username:ann', is(column('ownerUsername'), 'ann')],
    ['owner__extra_details__data__sector:x', is(json('ownerDetails', 'sector'), 'x')],
    ['owner__organizations_organization__name:x', NOTHING],
    ['status:shared', EVERYTHING],
    ['parent:null', { kind: 'not', of: hasParent }],
    ['parent__uid:null', { kind: 'not', of: hasParent }],
    ['parent__name__isnull:true', { kind: 'not', of: { kind: 'exists', field: column('name', 'parent') } }],
    [
      'parent__name__isnull:false',
      { kind: 'and', of: [hasParent, { kind: 'exists', field: column('name', 'parent') }] },
    ],
    ['parent__uid:x', { kind: 'and', of: [hasParent, is(column('uid', 'parent'), 'x')] }],
    ['date_created__gt:2026-01-02', is(column('dateCreated'), new Date('2026-01-02T00:00:00Z'), 'gt')],
    [
      'date_modified__lt:"2026-01-02 03:04"',
      is(column('dateModified'), new Date('2026-01-02T03:04:00Z'), 'lt'),
    ],
    [
      'date_deployed:"2026-01-02T03:04:05.5+03:00"',
      is(column('dateDeployed'), new Date('2026-01-02T00:04:05.500Z')),
    ],
    [
      'date_created__date:2026-01-02',
      {
        kind: 'and',
        of: [
          is(column('dateCreated'), new Date('2026-01-02T00:00:00Z'), 'gte'),
          is(column('dateCreated'), new Date('2026-01-03T00:00:00Z'), 'lt'),
        ],
      },
    ],
    ['date_created__date__gte:2026-01-02', is(column('dateCreated'), new Date('2026-01-02'), 'gte')],
    ['date_created__date__gt:2026-01-02', is(column('dateCreated'), new Date('2026-01-03'), 'gte')],
    ['date_created__date__lte:2026-01-02', is(column('dateCreated'), new Date('2026-01-03'), 'lt')],
    ['date_modified__year__lt:2026', is(column('dateModified'), new Date('2026-01-01'), 'lt')],
    [
      'date_modified__year:2026',
      {
        kind: 'and',
        of: [
          is(column('dateModified'), new Date('2026-01-01'), 'gte'),
          is(column('dateModified'), new Date('2027-01-01'), 'lt'),
        ],
      },
    ],
    ['date_deployed:null', missing(column('dateDeployed'))],
    ['settings__sector__value:Water', is(json('settings', 'sector', 'value'), 'Water')],
    ['summary__geo:false', is(json('summary', 'geo'), false)],
    [
      'summary__row_count__gte:3',
      {
        kind: 'and',
        of: [is(typeOf('summary', 'row_count'), 'number'), is(json('summary', 'row_count'), 3, 'gte')],
      },
    ],
    ['name__regex:^A', { kind: 'search', field: column('name'), text: 'A', at: 'start', ignoreCase: false }],
    ['name__regex:^A+', matching(column('name'), '^A+')],
    ['name__in:abca', { kind: 'in', field: column('name'), values: ['a', 'b', 'c'] }],
    ['date_created__month:11', is(part('month'), 11)],
    ['date_created__week_day__gt:1', is(part('week_day'), 1, 'gt')],
    ['date_created__icontains:2026-11', inText(part('text'), '2026-11')],
    ['date_created__gt:2026-1-2', is(column('dateCreated'), new Date('2026-01-02T00:00:00Z'), 'gt')],
    ['date_created__gt:2026-01-02T10', is(column('dateCreated'), new Date('2026-01-02T10:00:00Z'), 'gt')],
    ['tags:null', { kind: 'length', field: column('tags'), length: 0 }],
    ['tags__name:null', { kind: 'length', field: column('tags'), length: 0 }],
    ['tags__isnull:false', { kind: 'not', of: { kind: 'length', field: column('tags'), length: 0 } }],
    ['tags:5', NOTHING],
    ['search_field__owner_username:ann', is(column('ownerUsername'), 'ann')],
    ['search_field__icontains:ann', NOTHING],
    [
      'settings__country[]__value:KEN',
      {
        kind: 'some',
        field: json('settings', 'country'),
        where: { kind: 'compare', field: member('value'), relation: 'eq', value: 'KEN' },
      },
    ],
    [
      'settings__country[]__value__exact:KEN',
      {
        kind: 'and',
        of: [
          one(json('settings', 'country')),
          {
            kind: 'some',
            field: json('settings', 'country'),
            where: { kind: 'compare', field: member('value'), relation: 'eq', value: 'KEN' },
          },
        ],
      },
    ],
    [
      'settings__country_codes[]:FRA',
      {
        kind: 'and',
        of: [
          one(json('settings', 'country_codes')),
          {
            kind: 'some',
            field: json('settings', 'country_codes'),
            where: { kind: 'compare', field: member(), relation: 'eq', value: 'FRA' },
          },
        ],
      },
    ],
    ['settings__country[]:""', { kind: 'length', field: json('settings', 'country'), length: 0 }],
    [
      'summary__languages[]__icontains:eng',
      {
        kind: 'some',
        field: json('summary', 'languages'),
        where: { kind: 'search', field: member(), text: 'eng', at: 'anywhere', ignoreCase: true },
      },
    ],
    [
      'tags__name:water',
      {
        kind: 'some',
        field: column('tags'),
        where: { kind: 'compare', field: member(), relation: 'eq', value: 'water' },
      },
    ],
    [
      'uid:a OR NOT uid:b',
      { kind: 'or', of: [is(column('uid'), 'a'), { kind: 'not', of: is(column('uid'), 'b') }] },
    ],
  ])('%s', (search, filter) => {
    expect(readAssetSearch(search).filter).toEqual(filter);
  });

  it('searches the search text for a word without a field', () => {
    expect(readAssetSearch('Wells').filter).toEqual({
      kind: 'search',
      field: column('searchText'),
      text: 'wells',
      at: 'anywhere',
      ignoreCase: false,
    });
  });

  it.each<[search: string, collections: string[], sharing: boolean]>([
    ['parent__uid:aOne', ['aOne'], false],
    ['wells AND (parent__uid:aOne OR parent__uid:"aTwo")', ['aOne', 'aTwo'], false],
    ['parent__name:aOne', [], false],
    ['data_sharing__enabled:true', [], true],
    ['wells data_sharing__enabled:True', [], true],
    ['data_sharing__enabled:false', [], false],
    ['(parent__uid:aOne', [], false],
  ])(
    'returns the requested collections, and whether shared data is searched: %s',
    (search, collections, sharing) => {
      expect(readAssetSearch(search)).toMatchObject({ collections, sharing });
    },
  );

  it.each([
    '(asset_type:survey',
    'asset_type: survey',
    'nonsense:x',
    'NOT nonsense:x',
    'wells OR nonsense:x',
    'name__nonsense:x',
    'name__exact__icontains:x',
    'date_created__gt:yesterday',
    'date_created__year:soon',
    'date_created__year__month:1',
    'date_created__month:soon',
    'date_created__month__gt__lt:1',
    'date_created__gt:2026-02-30',
    'date_created__date__contains:1',
    'date_created__date__gte__lt:2026-01-02',
    'date_created__gt:2026-13-45',
    'name__isnull:perhaps',
    'tags:x',
    'tags__nonsense:x',
    'parent:x',
    'parent__parent__name:x',
    'parent__nonsense:x',
    'constructor:x',
    '__proto__:x',
    `name:${'x'.repeat(QUERY_LIMITS.textLength)}`,
  ])('matches nothing for %s', (search) => {
    expect(readAssetSearch(search).filter).toEqual(NOTHING);
  });

  it.each([
    ['', 'Your query is too short'],
    ['   ', 'Your query is too short'],
    ['ab', 'Your query is too short'],
    ['NOT ab', 'Your query is too short'],
    ['owner__password:x', 'Not supported field lookup'],
    ['owner__email:x', 'Not supported field lookup'],
    ['owner:x', 'Not supported field lookup'],
    ['parent__owner__password:x', 'Not supported field lookup'],
    ['permissions__user__username:x', 'Not supported field lookup'],
    ['id:1', 'Not supported field lookup'],
    ['content__survey:x', 'Not supported field lookup'],
    ['name__in:5', 'Not supported field lookup'],
    [`name__regex:${'x'.repeat(QUERY_LIMITS.patternLength + 1)}`, 'A regular expression can have at most'],
    ['settings__country[]__startswith:x', 'Not supported field lookup'],
    ['settings__country[]__value__exact__icontains:x', 'Bad syntax'],
    ['settings__country[]__value[]:x', 'Bad syntax'],
    [
      Array(QUERY_LIMITS.tagTerms + 1)
        .fill('tags__name:a')
        .join(' '),
      'Too many relational filters',
    ],
    [
      Array(QUERY_LIMITS.terms + 1)
        .fill('name:a')
        .join(' '),
      'at most',
    ],
  ])('refuses %s', (search, message) => {
    expect(() => readAssetSearch(search)).toThrow(message);
  });

  it.each(['ab cde', 'ab asset_type:x'])('accepts a short word next to other terms: %s', (search) => {
    expect(readAssetSearch(search).filter).toMatchObject({ kind: 'and' });
  });
});
