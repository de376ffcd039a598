import type { EntityNode } from './entity-node';
import { expectedVersions } from './expected-version';

const UUID = '3f15cdfb-8d5c-4a39-9fd1-58c9a1b6a0f2';
const OTHER = '9a8b7c6d-1111-4222-8333-444455556666';

const node = (more: Partial<EntityNode> = {}): EntityNode => ({
  dataset: 'households',
  id: UUID,
  creates: false,
  updates: true,
  label: '',
  data: { members: '4' },
  baseVersion: '3',
  trunkVersion: '',
  branchId: '',
  ...more,
});
const creation = (more: Partial<EntityNode> = {}): EntityNode =>
  node({ creates: true, updates: false, label: 'Asha', baseVersion: '', ...more });

describe('expectedVersions', () => {
  it('follows the version that the device received', () => {
    expect(expectedVersions([node()])).toEqual([
      {
        list: 'households',
        uuid: UUID,
        follows: 3,
        continues: false,
        label: '',
        data: { members: '4' },
        trunkVersion: null,
        branchId: null,
        branchBase: null,
      },
    ]);
  });

  it('creates an entity that does not exist', () => {
    expect(expectedVersions([creation({ branchId: OTHER })])).toMatchObject([
      { follows: null, continues: false, label: 'Asha', branchId: OTHER, branchBase: null },
    ]);
  });

  it.each<[string, Partial<EntityNode>, boolean]>([
    ['the first of a branch', { baseVersion: '3', trunkVersion: '3' }, false],
    ['the second of a branch', { baseVersion: '4', trunkVersion: '3' }, true],
    ['the first of an entity created offline', { baseVersion: '1', trunkVersion: '' }, false],
    ['the second of an entity created offline', { baseVersion: '2', trunkVersion: '' }, true],
  ])('says whether the branch made the current version: %s', (_case, more, continues) => {
    expect(expectedVersions([node({ branchId: OTHER, ...more })])).toMatchObject([
      { follows: Number(more.baseVersion), continues, branchBase: Number(more.baseVersion) },
    ]);
  });

  it('takes a change that may create or update for an update if the device received the entity', () => {
    const both = { creates: true, label: 'Asha' };
    expect(expectedVersions([node(both)])).toMatchObject([{ follows: 3 }]);
    expect(expectedVersions([node({ ...both, baseVersion: '' })])).toMatchObject([{ follows: null }]);
  });

  it.each<[string, EntityNode]>([
    ['an entity without identifier', node({ id: '' })],
    ['an update without version', node({ baseVersion: '' })],
    ['a creation without label', creation({ label: '' })],
    ['one that may update without label and version', creation({ updates: true, label: '' })],
  ])('leaves to a transaction %s', (_case, one) => {
    expect(expectedVersions([one])).toBeUndefined();
    expect(expectedVersions([creation({ id: OTHER }), one])).toBeUndefined();
  });

  it('leaves to a transaction two changes of one entity', () => {
    expect(expectedVersions([node(), node({ id: `uuid:${UUID}` })])).toBeUndefined();
    expect(expectedVersions([node(), node({ dataset: 'people' })])).toHaveLength(2);
  });
});
