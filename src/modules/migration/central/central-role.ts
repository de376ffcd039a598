import { objectOf, textOf, textsOf } from '../../../domain/migration/asset-json';
import type { SourceGrant } from '../../../domain/migration/source-types';
import type { JsonObject } from '../../../domain/text/json-members';
import { isAssignable } from '../../../domain/permission/assignable';
import { type Codename, PERMISSIONS } from '../../../domain/permission/codename';
import { SourcePartError } from '../migration-source.port';
import type { CentralForm, CentralProject } from './central-form';
import type { CentralSession } from './central-session';

const READ_FORM = ['form.read'];
const READ = [...READ_FORM, 'submission.read', 'submission.list'];
const EDIT = [...READ, 'submission.create', 'submission.update'];

/** Verbs of a role that permit at least what each permission does, implied ones included. */
const NEEDED_VERBS: readonly (readonly [codename: Codename, verbs: readonly string[]])[] = [
  ['view_asset', READ_FORM],
  ['add_submissions', [...READ_FORM, 'submission.create']],
  ['view_submissions', READ],
  ['change_submissions', EDIT],
  // Review states are part of updating.
  ['validate_submissions', [...READ, 'submission.update']],
  ['delete_submissions', [...READ, 'submission.delete']],
  ['change_asset', [...READ_FORM, 'form.create', 'form.update']],
  ['manage_asset', [...EDIT, 'form.create', 'form.update', 'form.delete', 'assignment.create']],
];

/** Permissions that verbs of a role amount to, never more; closed under implication. */
export function codenamesOf(verbs: ReadonlySet<string>, assetType: 'survey' | 'collection'): Codename[] {
  const held = NEEDED_VERBS.filter(([, needed]) => needed.every((verb) => verbs.has(verb)));
  const all = new Set(held.flatMap(([codename]) => [codename, ...PERMISSIONS[codename].implied]));
  return [...all].filter((codename) => isAssignable(codename, assetType)).sort();
}

interface Held {
  /** Verbs by actor id. */
  readonly verbs: ReadonlyMap<string, ReadonlySet<string>>;
  /** E-mail addresses by actor id, of all users that the session may list. */
  readonly emails: ReadonlyMap<string, string>;
}

/** Roles of web users: each list is read once. */
export class CentralRoles {
  private readonly lists = new Map<string, Promise<JsonObject[]>>();

  constructor(private readonly session: CentralSession) {}

  /**
   * Permissions of web users on a project, or on a form by roles of the project and of the form, with e-mail addresses as
   * usernames. Undefined if some cannot be read: what an owner granted here meanwhile stays.
   */
  async grantsOf(project: CentralProject, form?: CentralForm): Promise<SourceGrant[] | undefined> {
    try {
      const { verbs, emails } = await this.read(project, form);
      if (hiddenOf({ verbs, emails }) > 0) return undefined;
      return [...verbs].flatMap(([id, held]) =>
        codenamesOf(held, form === undefined ? 'collection' : 'survey').map((codename) => ({
          username: emails.get(id)!,
          codename,
        })),
      );
    } catch (error) {
      if (error instanceof SourcePartError) return undefined;
      throw error;
    }
  }

  /** Number of web users with a role whose e-mail addresses cannot be seen. @throws SourcePartError */
  async countHidden(project: CentralProject): Promise<number> {
    return hiddenOf(await this.read(project));
  }

  private async read({ id: projectId }: CentralProject, form?: CentralForm): Promise<Held> {
    const roles = new Map((await this.list('/roles')).map(({ id, verbs }) => [textOf(id), textsOf(verbs)]));
    const ofProject = await this.list(`/projects/${projectId}/assignments`);
    const ofForms = form === undefined ? [] : await this.list(`/projects/${projectId}/assignments/forms`);
    const emails = new Map(
      (await this.list('/users')).map(({ id, email }) => [textOf(id), textOf(email).toLowerCase()]),
    );
    const verbs = new Map<string, ReadonlySet<string>>();
    for (const { actorId, actor, roleId, xmlFormId } of [...ofProject, ...ofForms]) {
      const id = textOf(actorId ?? objectOf(actor)['id']);
      const isWebUser = emails.has(id) || textOf(objectOf(actor)['type']) === 'user';
      if (!isWebUser || (xmlFormId !== undefined && xmlFormId !== form?.xmlFormId)) continue;
      verbs.set(id, new Set([...(verbs.get(id) ?? []), ...(roles.get(textOf(roleId)) ?? [])]));
    }
    return { verbs, emails };
  }

  private list(path: string): Promise<JsonObject[]> {
    const listed = this.lists.get(path) ?? this.session.list(path);
    this.lists.set(path, listed);
    return listed;
  }
}

function hiddenOf({ verbs, emails }: Held): number {
  return [...verbs.keys()].filter((id) => (emails.get(id) ?? '') === '').length;
}
