import {
  ANONYMOUS_ASSIGNABLE,
  assertAnonymousAssignable,
  assertAssignable,
  assignablePermissions,
  ownerPermissions,
} from './assignable';
import { CODENAMES, isCodename, PERMISSIONS, PERMISSION_LABELS } from './codename';

describe('the table of permissions', () => {
  it('has the ten codenames of the specification, sorted', () => {
    expect(Object.keys(PERMISSIONS)).toEqual([...CODENAMES]);
    expect([...CODENAMES].sort()).toEqual([...CODENAMES]);
    expect(CODENAMES).toHaveLength(10);
  });

  it.each(CODENAMES)('%s implies the closure of its implied permissions, without itself', (codename) => {
    const { implied } = PERMISSIONS[codename];
    expect(implied).not.toContain(codename);
    for (const each of implied)
      expect(implied).toEqual(expect.arrayContaining([...PERMISSIONS[each].implied]));
  });

  it.each(CODENAMES)('%s implies no permission that it contradicts', (codename) => {
    const { implied, contradictory } = PERMISSIONS[codename];
    expect(implied.filter((each) => contradictory.includes(each))).toEqual([]);
  });

  it('recognises codenames', () => {
    expect(['view_asset', 'toString', 'view', ''].map(isCodename)).toEqual([true, false, false, false]);
  });

  it('labels every codename', () => {
    expect(Object.keys(PERMISSION_LABELS).sort()).toEqual([...CODENAMES]);
  });
});

describe('assignable permissions', () => {
  it('are all on surveys, and those on the asset elsewhere', () => {
    expect(assignablePermissions('survey')).toEqual(CODENAMES);
    for (const type of ['block', 'question', 'template', 'collection'] as const) {
      expect(assignablePermissions(type)).toEqual([
        'change_asset',
        'discover_asset',
        'manage_asset',
        'view_asset',
      ]);
    }
  });

  it('exclude permissions on submissions for a block, with an error on the field', () => {
    expect(() => assertAssignable('view_asset', 'block')).not.toThrow();
    expect(() => assertAssignable('view_submissions', 'block')).toThrow(
      expect.objectContaining({
        fields: {
          permission: ['view_submissions cannot be assigned explicitly to Asset objects of this type.'],
        },
      }),
    );
  });

  it('are four for AnonymousUser, closed under implication', () => {
    const allowed = CODENAMES.filter((codename) => {
      try {
        assertAnonymousAssignable(codename);
        return true;
      } catch {
        return false;
      }
    });
    expect(allowed).toEqual(['add_submissions', 'discover_asset', 'view_asset', 'view_submissions']);
    expect(() => assertAnonymousAssignable('manage_asset')).toThrow(
      expect.objectContaining({
        fields: { permission: ['Anonymous users cannot be granted the permission manage_asset.'] },
      }),
    );
    for (const codename of ANONYMOUS_ASSIGNABLE) {
      expect(ANONYMOUS_ASSIGNABLE).toEqual(expect.arrayContaining([...PERMISSIONS[codename].implied]));
    }
  });

  it('are all but partial_submissions for an owner', () => {
    expect(ownerPermissions('survey')).toEqual(CODENAMES.filter((each) => each !== 'partial_submissions'));
    expect(ownerPermissions('template')).toHaveLength(4);
  });
});
