import type { AssetField } from './asset-field';
import { readAssetSearch } from './asset-search';
import type { Filter, Operand, Relation } from './mongo-expression';

type Tree = Filter<AssetField>;
const json = (column: 'settings', ...path: string[]): AssetField => ({
  of: 'asset',
  source: 'json',
  column,
  path,
});
const typeOf = (column: 'settings', ...path: string[]): AssetField => ({
  of: 'asset',
  source: 'json',
  column,
  path,
  as: 'type',
});
const textOf = (column: 'settings', ...path: string[]): AssetField => ({
  of: 'asset',
  source: 'json',
  column,
  path,
  as: 'text',
});
const is = (field: AssetField, value: Operand, relation: Relation = 'eq'): Tree => ({
  kind: 'compare',
  field,
  relation,
  value,
});
const missing = (field: AssetField): Tree => ({ kind: 'not', of: { kind: 'exists', field } });
const member = (...path: string[]) => ({ source: 'member' as const, path });
const inText = (field: AssetField, text: string): Tree => ({
  kind: 'search',
  field,
  text,
  at: 'anywhere',
  ignoreCase: true,
});
const NAME: AssetField = { of: 'asset', source: 'column', column: 'name' };

describe('search terms on JSON values', () => {
  it.each<[search: string, filter: Tree]>([
    ['settings__sector:null', is(typeOf('settings', 'sector'), 'null')],
    ['settings__sector__isnull:true', missing(typeOf('settings', 'sector'))],
    ['settings__has_key:sector', { kind: 'exists', field: typeOf('settings', 'sector') }],
    ['settings__icontains:deep', inText(textOf('settings'), 'deep')],
    ['settings__sector__icontains:wat', inText(textOf('settings', 'sector'), 'wat')],
    [
      'settings__description__regex:^d+',
      {
        kind: 'matches',
        field: textOf('settings', 'description'),
        pattern: { source: '^d+', ignoreCase: false, multiline: false, dotAll: false, extended: false },
      },
    ],
    [
      'settings__list__contains:a',
      {
        kind: 'or',
        of: [
          is(json('settings', 'list'), 'a'),
          {
            kind: 'some',
            field: json('settings', 'list'),
            where: { kind: 'compare', field: member(), relation: 'eq', value: 'a' },
          },
        ],
      },
    ],
    ['settings__list__in:ab', { kind: 'in', field: json('settings', 'list'), values: ['a', 'b'] }],
    ['settings__date:x', is(json('settings', 'date'), 'x')],
  ])('%s', (search, filter) => {
    expect(readAssetSearch(search).filter).toEqual(filter);
  });

  it('refuses `in` with a number', () => {
    expect(() => readAssetSearch('settings__list__in:5')).toThrow('Not supported field lookup');
  });

  it.each<[search: string, filter: Tree]>([
    [
      'NOT settings__sector__value:Water',
      {
        kind: 'and',
        of: [
          { kind: 'exists', field: typeOf('settings', 'sector', 'value') },
          { kind: 'not', of: is(json('settings', 'sector', 'value'), 'Water') },
        ],
      },
    ],
    [
      'NOT (settings__x__iexact:a OR name:b)',
      {
        kind: 'and',
        of: [
          {
            kind: 'and',
            of: [
              { kind: 'exists', field: textOf('settings', 'x') },
              {
                kind: 'not',
                of: {
                  kind: 'search',
                  field: textOf('settings', 'x'),
                  text: 'a',
                  at: 'whole',
                  ignoreCase: true,
                },
              },
            ],
          },
          { kind: 'not', of: is(NAME, 'b') },
        ],
      },
    ],
    ['NOT NOT settings__sector__value:Water', is(json('settings', 'sector', 'value'), 'Water')],
    ['NOT settings__sector__isnull:true', { kind: 'exists', field: typeOf('settings', 'sector') }],
  ])('does not match missing JSON values when negated: %s', (search, filter) => {
    expect(readAssetSearch(search).filter).toEqual(filter);
  });
});
