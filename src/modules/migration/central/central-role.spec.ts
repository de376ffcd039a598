import { suggestUsername } from '../../../domain/account/username';
import { codenamesOf } from './central-role';

const COLLECTOR = ['form.list', 'form.read', 'submission.create'];
const VIEWER = ['form.list', 'form.read', 'submission.read', 'submission.list'];
const MANAGER = [
  ...[...COLLECTOR, ...VIEWER, 'form.create', 'form.update', 'form.delete', 'submission.update'],
  'assignment.create',
];

describe('codenamesOf', () => {
  it.each([
    ['no role', [], []],
    ['seeing the project only', ['project.read', 'form.list'], []],
    ['a data collector', COLLECTOR, ['add_submissions', 'view_asset']],
    ['an app user', ['form.read', 'submission.create'], ['add_submissions', 'view_asset']],
    ['a viewer', VIEWER, ['view_asset', 'view_submissions']],
    [
      'reviewing without submitting',
      [...VIEWER, 'submission.update'],
      ['validate_submissions', 'view_asset', 'view_submissions'],
    ],
    [
      'editing',
      [...VIEWER, 'submission.update', 'submission.create'],
      ['add_submissions', 'change_submissions', 'validate_submissions', 'view_asset', 'view_submissions'],
    ],
    [
      'managing without giving roles',
      MANAGER.filter((verb) => verb !== 'assignment.create'),
      [
        ...['add_submissions', 'change_asset', 'change_submissions', 'validate_submissions'],
        ...['view_asset', 'view_submissions'],
      ],
    ],
  ])('grants no more than %s', (_, verbs, codenames) => {
    expect(codenamesOf(new Set(verbs), 'survey')).toEqual(codenames);
  });

  it('grants managers management', () => {
    expect(codenamesOf(new Set(MANAGER), 'survey')).toContain('manage_asset');
    expect(codenamesOf(new Set(MANAGER), 'collection')).toEqual([
      ...['change_asset', 'discover_asset', 'manage_asset', 'view_asset'],
    ]);
  });

  it('grants no permissions on submissions of a collection', () => {
    expect(codenamesOf(new Set([...COLLECTOR, ...VIEWER]), 'collection')).toEqual(['view_asset']);
  });
});

describe('suggestUsername', () => {
  it.each([
    ['Ben@example.org', 1, 'ben'],
    ['ben@example.org', 2, 'ben_2'],
    ['Ann.Smith+odk@example.org', 1, 'ann_smith_odk'],
    ['9lives@example.org', 1, 'user_9lives'],
    ['jo@example.org', 1, 'user_jo'],
    ['é@example.org', 1, 'user__'],
    [`${'a'.repeat(200)}@example.org`, 1, 'a'.repeat(100)],
  ])('suggests for %s', (email, attempt, username) => {
    expect(suggestUsername(email, attempt)).toBe(username);
  });
});
