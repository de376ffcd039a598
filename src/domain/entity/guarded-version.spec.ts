import type { EntityNode } from './entity-node';
import { guardedVersions, type ReadState } from './guarded-version';

const UUID = '3f15cdfb-8d5c-4a39-9fd1-58c9a1b6a0f2';
const OTHER = '9a8b7c6d-1111-4222-8333-444455556666';

const node = (more: Partial<EntityNode> = {}): EntityNode => ({
  dataset: 'households',
  id: UUID,
  creates: false,
  updates: true,
  label: '',
  data: { members: '4' },
  baseVersion: '1',
  trunkVersion: '',
  branchId: '',
  ...more,
});
const creation = (more: Partial<EntityNode> = {}): EntityNode =>
  node({ creates: true, updates: false, label: 'Asha', baseVersion: '', ...more });

const LIST = {
  id: 7,
  tag: 'list',
  name: 'households',
  properties: ['village', 'members'],
  approvalRequired: false,
};
const FIRST = { version: 1, label: 'Asha', data: { village: 'Kisumu' }, branchId: null, branchBase: null };
const ENTITY = { tag: 'entity', isDeleted: false, conflict: null, versions: [FIRST] };
const absent: ReadState = { list: LIST, entity: undefined, isAwaited: false };
const present: ReadState = { ...absent, entity: ENTITY };

describe('guardedVersions', () => {
  it('updates on the condition that list and entity are as read', () => {
    expect(guardedVersions([node()], [present])).toEqual([
      {
        listId: 7,
        uuid: UUID,
        listTag: 'list',
        entityTag: 'entity',
        version: expect.objectContaining({
          version: 2,
          label: 'Asha',
          data: { village: 'Kisumu', members: '4' },
          baseVersion: 1,
          conflict: null,
        }) as unknown,
      },
    ]);
  });

  it('creates on the condition that the entity does not exist', () => {
    expect(guardedVersions([creation()], [absent])).toMatchObject([
      { entityTag: null, version: { version: 1, label: 'Asha', data: { members: '4' } } },
    ]);
  });

  it('marks conflicts as a transaction does', () => {
    const second = { ...FIRST, version: 2, data: { village: 'Kisumu', members: '3' } };
    const changed = { ...present, entity: { ...ENTITY, versions: [FIRST, second] } };
    expect(guardedVersions([node()], [changed])).toMatchObject([
      { version: { version: 3, conflict: 'hard', conflicting: ['members'] } },
    ]);
  });

  it('decides on several entities', () => {
    const both = guardedVersions([node(), creation({ id: OTHER })], [present, absent]);
    expect(both).toMatchObject([{ uuid: UUID }, { uuid: OTHER }]);
  });

  it.each<[string, EntityNode, ReadState | undefined]>([
    ['a list that the form does not declare', node(), undefined],
    ['a property that the list lacks', node({ data: { roof: 'tin' } }), present],
    ['an entity without identifier', node({ id: '' }), present],
    ['an entity that is deleted', node(), { ...present, entity: { ...ENTITY, isDeleted: true } }],
    ['an update of an unknown entity', node(), absent],
    ['a creation of one that exists', creation(), present],
    ['a change that others wait for', node(), { ...present, isAwaited: true }],
    ['a creation that others wait for', creation(), { ...absent, isAwaited: true }],
    ['a change that waits', node({ baseVersion: '3', trunkVersion: '1', branchId: OTHER }), present],
    ['a creation that needs approval', creation(), { ...absent, list: { ...LIST, approvalRequired: true } }],
  ])('leaves to a transaction %s', (_case, one, state) => {
    expect(guardedVersions([one], [state])).toBeUndefined();
    const fine = creation({ id: OTHER });
    expect(guardedVersions([fine, one], [absent, state])).toBeUndefined();
  });

  it('leaves to a transaction two changes of one entity', () => {
    expect(guardedVersions([node(), node({ id: `uuid:${UUID}` })], [present, present])).toBeUndefined();
  });

  it('updates entities of a list that requires approval', () => {
    const list = { ...LIST, approvalRequired: true };
    expect(guardedVersions([node()], [{ ...present, list }])).toHaveLength(1);
  });
});
