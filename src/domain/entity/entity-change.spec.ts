import fc from '../../../test/fixtures/fast-check';
import {
  applyEntityChange,
  type EntityChange,
  type EntityState,
  listNameProblem,
  propertyNameProblem,
  readEntityChange,
  readEntityUuid,
} from './entity-change';
import type { EntityNode } from './entity-node';

const UUID = '3f15cdfb-8d5c-4a39-9fd1-58c9a1b6a0f2';
const BRANCH = '0b2c9d6e-5a0f-4d0b-8f43-6a1f0d3a1c11';
const OTHER = '9a8b7c6d-1111-4222-8333-444455556666';

const change = (more: Partial<EntityChange>): EntityChange => ({
  uuid: UUID,
  creates: false,
  updates: true,
  label: '',
  data: {},
  baseVersion: null,
  trunkVersion: null,
  branchId: null,
  ...more,
});
const creation = (data: Record<string, string> = {}): EntityChange =>
  change({ creates: true, updates: false, label: 'Asha', data });

/** Applies changes as intake does: those that wait are tried again after each success. */
function fold(changes: readonly EntityChange[]): { state: EntityState | undefined; waiting: number } {
  let state: EntityState | undefined;
  /** @returns the changes that wait still */
  const applyAll = (pending: readonly EntityChange[]): EntityChange[] => {
    const waiting: EntityChange[] = [];
    for (const next of pending) {
      const decision = applyEntityChange(state, next);
      if (decision.kind === 'refuse') {
        if (decision.problem === 'waiting') waiting.push(next);
        continue;
      }
      const { conflict, ...version } = decision.version;
      state = { isDeleted: false, conflict, versions: [...(state?.versions ?? []), version] };
    }
    return waiting.length < pending.length ? applyAll(waiting) : waiting;
  };
  const waiting = changes.reduce<EntityChange[]>((held, each) => applyAll([each, ...held]), []);
  return { state, waiting: waiting.length };
}

describe('applyEntityChange', () => {
  const created = fold([creation({ village: 'A', members: '3' })]).state!;

  it('creates if absent, once', () => {
    expect(created.versions).toMatchObject([
      { version: 1, label: 'Asha', data: { village: 'A', members: '3' }, baseVersion: null },
    ]);
    expect(applyEntityChange(created, creation())).toEqual({ kind: 'refuse', problem: 'exists' });
  });

  it.each([
    ['an unknown entity', undefined, change({ baseVersion: 1 }), 'entity_unknown'],
    ['a deleted entity', { ...created, isDeleted: true }, change({ baseVersion: 1 }), 'entity_deleted'],
    ['a version that never was', created, change({ baseVersion: 7 }), 'version_unknown'],
    ['no version', created, change({}), 'version_missing'],
    [
      'an entity that a device created offline',
      undefined,
      change({ baseVersion: 1, branchId: BRANCH }),
      'waiting',
    ],
    ['a later change of a branch', created, change({ baseVersion: 3, branchId: BRANCH }), 'waiting'],
    [
      'a version of the server that never was, offline',
      created,
      change({ baseVersion: 9, trunkVersion: 9, branchId: BRANCH }),
      'version_unknown',
    ],
  ])('refuses to update %s', (_, state, sent, problem) => {
    expect(applyEntityChange(state, sent)).toEqual({ kind: 'refuse', problem });
  });

  it('updates what exists and creates what does not, if a change may do both', () => {
    const both = change({ creates: true, label: 'Asha', data: { village: 'B' }, baseVersion: 1 });
    expect(applyEntityChange(undefined, both)).toMatchObject({ kind: 'create', version: { version: 1 } });
    expect(applyEntityChange(created, both)).toMatchObject({
      kind: 'update',
      version: { version: 2, data: { village: 'B', members: '3' }, conflict: null },
    });
  });

  it('keeps the label and the properties that an update does not send', () => {
    expect(applyEntityChange(created, change({ baseVersion: 1, data: { members: '' } }))).toMatchObject({
      version: { label: 'Asha', data: { village: 'A', members: '' } },
    });
  });

  it.each([
    ['soft if others were changed in between', { members: '4' }, 'soft', []],
    ['hard if the same were changed in between', { village: 'C' }, 'hard', ['village']],
    ['soft if both set the same value', { village: 'B' }, 'soft', []],
    ['hard for the label too', { label: 'Ashia' }, 'hard', ['label']],
  ])('marks a conflict: %s', (_, { label = '', ...data }: Record<string, string>, conflict, conflicting) => {
    const later = { ...change({ baseVersion: 1, label: 'Asha M', data: { village: 'B' } }) };
    const { state } = fold([creation({ village: 'A', members: '3' }), later]);
    expect(applyEntityChange(state, change({ baseVersion: 1, label, data }))).toMatchObject({
      kind: 'update',
      version: { version: 3, baseVersion: 1, conflict, conflicting },
    });
  });

  it('keeps a hard conflict until it is resolved', () => {
    const { state } = fold([
      creation({ village: 'A' }),
      change({ baseVersion: 1, data: { village: 'B' } }),
      change({ baseVersion: 1, data: { village: 'C' } }),
      change({ baseVersion: 3, data: { village: 'D' } }),
    ]);
    expect(state).toMatchObject({ conflict: 'hard', versions: { length: 4 } });
  });

  it('sees no conflict in properties named as members of every object', () => {
    const { state } = fold([creation({}), change({ baseVersion: 1, data: { other: '1' } })]);
    expect(applyEntityChange(state, change({ baseVersion: 1, data: { toString: 'x' } }))).toMatchObject({
      version: { conflict: 'soft' },
    });
  });

  it('follows an offline branch that was interrupted, and marks the conflict', () => {
    const { state } = fold([
      creation({ village: 'A', members: '3' }),
      change({ baseVersion: 1, trunkVersion: 1, branchId: BRANCH, data: { members: '4' } }),
      change({ baseVersion: 2, data: { members: '9' } }),
      change({ baseVersion: 2, trunkVersion: 1, branchId: BRANCH, data: { members: '5' } }),
    ]);
    expect(state).toMatchObject({
      conflict: 'hard',
      versions: [
        {},
        { version: 2 },
        { version: 3 },
        { version: 4, baseVersion: 2, conflicting: ['members'] },
      ],
    });
  });

  it('sees what others changed before the branch arrived, though each change follows its predecessor', () => {
    const offline = (baseVersion: number, data: Record<string, string>): EntityChange =>
      change({ baseVersion, trunkVersion: 1, branchId: BRANCH, data });
    const changes = [
      creation({ village: 'A', members: '3' }),
      change({ baseVersion: 1, data: { village: 'B' } }),
      offline(1, { members: '4' }),
    ];
    expect(fold(changes).state).toMatchObject({ conflict: 'soft' });
    expect(applyEntityChange(fold(changes).state, offline(2, { village: 'C' }))).toMatchObject({
      version: { version: 4, baseVersion: 3, conflict: 'hard', conflicting: ['village'] },
    });
  });

  it('marks one conflict of two devices whatever the order of arrival', () => {
    let value = 0;
    const updates = (branchId: string) =>
      fc
        .array(fc.subarray(['village', 'members', 'roof'], { minLength: 1 }), { minLength: 1, maxLength: 3 })
        .map((all) =>
          all.map((names, index) => {
            const data = Object.fromEntries(names.map((name) => [name, String((value += 1))]));
            return change({ baseVersion: index + 1, trunkVersion: 1, branchId, data });
          }),
        );
    const fleet = fc.tuple(updates(BRANCH), updates(OTHER)).chain(([one, other]) => {
      const all = [...one, ...other];
      const isShared = one.some(({ data }) =>
        Object.keys(data).some((name) => other.some((each) => Object.hasOwn(each.data, name))),
      );
      const shuffled = fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
      return fc.tuple(shuffled, fc.constant(isShared));
    });
    fc.assert(
      fc.property(fleet, ([shuffled, isShared]) => {
        expect(fold([creation(), ...shuffled]).state!.conflict).toBe(isShared ? 'hard' : 'soft');
      }),
    );
  });

  it('ends in the same state whatever the order in which the changes of a device arrive', () => {
    const offline = fc
      .array(fc.dictionary(fc.constantFrom('village', 'members', 'roof'), fc.string({ maxLength: 3 })), {
        minLength: 1,
        maxLength: 6,
      })
      .chain((updates) => {
        const changes = [
          creation({ village: 'A' }),
          ...updates.map((data, index) => change({ baseVersion: index + 1, branchId: BRANCH, data })),
        ];
        return fc.tuple(
          fc.constant(changes),
          fc.shuffledSubarray(changes, { minLength: changes.length, maxLength: changes.length }),
        );
      });
    fc.assert(
      fc.property(offline, ([inOrder, shuffled]) => {
        const [expected, actual] = [fold(inOrder), fold(shuffled)];
        expect(actual).toEqual(expected);
        expect(actual.waiting).toBe(0);
        expect(actual.state).toMatchObject({ conflict: null, versions: { length: inOrder.length } });
      }),
    );
  });

  it('loses no change of two devices, and marks their conflict, in any order', () => {
    const branchOf = (branchId: string) =>
      fc
        .array(fc.dictionary(fc.constantFrom('village', 'members'), fc.constantFrom('x', 'y')), {
          minLength: 1,
          maxLength: 4,
        })
        .map((updates) =>
          updates.map((data, index) => change({ baseVersion: index + 1, trunkVersion: 1, branchId, data })),
        );
    const fleet = fc.tuple(branchOf(BRANCH), branchOf(OTHER)).chain(([one, other]) => {
      const all = [...one, ...other];
      return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
    });
    fc.assert(
      fc.property(fleet, (shuffled) => {
        const { state, waiting } = fold([creation(), ...shuffled]);
        expect(waiting).toBe(0);
        expect(state!.versions.map(({ version }) => version)).toEqual(
          Array.from({ length: shuffled.length + 1 }, (_, index) => index + 1),
        );
        expect(state!.conflict).not.toBeNull();
        for (const branch of [BRANCH, OTHER]) {
          const bases = state!.versions
            .filter(({ branchId }) => branchId === branch)
            .map((v) => v.branchBase);
          expect(bases).toEqual(bases.map((_, index) => index + 1));
        }
      }),
    );
  });
});

describe('readEntityChange', () => {
  const node = (more: Partial<EntityNode>): EntityNode => ({
    dataset: 'households',
    id: UUID,
    creates: true,
    updates: false,
    label: 'Asha',
    data: {},
    baseVersion: '',
    trunkVersion: '',
    branchId: '',
    ...more,
  });

  it.each([
    ['no id', { id: '' }, 'id_missing'],
    ['an id that is no uuid', { id: 'seven' }, 'id_missing'],
    ['no label', { label: '' }, 'label_missing'],
    ['an update without a version', { creates: false, updates: true }, 'version_missing'],
  ])('names the problem of %s', (_, more, problem) => {
    expect(readEntityChange(node(more))).toBe(problem);
  });

  it('reads numbers, and identifiers with a scheme in lower case', () => {
    const sent = { id: `uuid:${UUID.toUpperCase()}`, baseVersion: '2', trunkVersion: '1', branchId: BRANCH };
    expect(readEntityChange(node({ ...sent, updates: true }))).toMatchObject({
      uuid: UUID,
      baseVersion: 2,
      trunkVersion: 1,
      branchId: BRANCH,
    });
    expect(readEntityUuid(`${UUID}0`)).toBeUndefined();
  });
});

describe('names', () => {
  it.each(['households', '_trees-2', 'arbres_é'])('allow %s', (name) => {
    expect(listNameProblem(name)).toBeUndefined();
    expect(propertyNameProblem(name)).toBeUndefined();
  });
  it.each(['', '__system', '2nd', 'a b', 'a/b', 'x'.repeat(201)])('refuse %j', (name) => {
    expect(listNameProblem(name)).toBeDefined();
    expect(propertyNameProblem(name)).toBeDefined();
  });
  it.each(['name', 'Label'])('refuse the property %s', (name) => {
    expect(propertyNameProblem(name)).toBeDefined();
  });
  it('refuse a list with a dot, as its file has an extension', () => {
    expect(listNameProblem('a.b')).toBeDefined();
    expect(propertyNameProblem('a.b')).toBeUndefined();
  });
});
