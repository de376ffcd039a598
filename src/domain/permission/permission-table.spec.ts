import {
  ANONYMOUS_ASSIGNABLE,
  assertAnonymousMayHold,
  assertAssignable,
  assignableOn,
  ownerAssignments,
} from './assignable';
import { CODENAMES, isCodename } from './codename';
import { PERMISSION_LABELS } from './permission-label';
import { PERMISSIONS } from './permission-table';

describe('the table of permissions', () => {
  it('has the ten codenames of the specification, sorted', () => {
    expect(Object.keys(PERMISSIONS)).toEqual([...CODENAMES]);
    expect([...CODENAMES].sort()).toEqual([...CODENAMES]);
    expect(CODENAMES).toHaveLength(10);
  });

  it.each(CODENAMES)('%s implies all that its implied ones imply, and never itself', (codename) => {
    const { implied } = PERMISSIONS[codename];
    expect(implied).not.toContain(codename);
    for (const each of implied)
      expect(implied).toEqual(expect.arrayContaining([...PERMISSIONS[each].implied]));
  });

  it.each(CODENAMES)('%s implies nothing that it contradicts', (codename) => {
    const { implied, contradictory } = PERMISSIONS[codename];
    expect(implied.filter((each) => contradictory.includes(each))).toEqual([]);
  });

  it('tells codenames from other words', () => {
    expect(['view_asset', 'toString', 'view', ''].map(isCodename)).toEqual([true, false, false, false]);
  });

  it('labels every codename', () => {
    expect(Object.keys(PERMISSION_LABELS).sort()).toEqual([...CODENAMES]);
  });
});

describe('what may be assigned', () => {
  it('is everything on surveys, and what concerns the asset itself elsewhere', () => {
    expect(assignableOn('survey')).toEqual(CODENAMES);
    for (const type of ['block', 'question', 'template', 'collection'] as const) {
      expect(assignableOn(type)).toEqual(['change_asset', 'discover_asset', 'manage_asset', 'view_asset']);
    }
  });

  it('refuses a permission on submissions on a block, naming the field', () => {
    expect(() => assertAssignable('view_asset', 'block')).not.toThrow();
    expect(() => assertAssignable('view_submissions', 'block')).toThrow(
      expect.objectContaining({
        fields: {
          permission: ['view_submissions cannot be assigned explicitly to Asset objects of this type.'],
        },
      }),
    );
  });

  it('lets AnonymousUser hold four, which imply nothing beyond them', () => {
    const allowed = CODENAMES.filter((codename) => {
      try {
        assertAnonymousMayHold(codename);
        return true;
      } catch {
        return false;
      }
    });
    expect(allowed).toEqual(['add_submissions', 'discover_asset', 'view_asset', 'view_submissions']);
    expect(() => assertAnonymousMayHold('manage_asset')).toThrow(
      expect.objectContaining({
        fields: { permission: ['Anonymous users cannot be granted the permission manage_asset.'] },
      }),
    );
    for (const codename of ANONYMOUS_ASSIGNABLE) {
      expect(ANONYMOUS_ASSIGNABLE).toEqual(expect.arrayContaining([...PERMISSIONS[codename].implied]));
    }
  });

  it('lists an owner with all but the narrowing permission', () => {
    expect(ownerAssignments('survey')).toEqual(CODENAMES.filter((each) => each !== 'partial_submissions'));
    expect(ownerAssignments('template')).toHaveLength(4);
  });
});
