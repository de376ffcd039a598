import { objectOf, textOf } from '../../../domain/migration/asset-json';
import type { JsonObject } from '../../../domain/text/json-members';
import { SourcePartError, SourcePartGoneError } from '../migration-source.port';
import type { CentralForm, CentralProject } from './central-form';
import type { CentralRoles } from './central-role';
import { type CentralSession, readJson } from './central-session';
import { listSubmissions } from './central-submission';

/**
 * Roles of web users as phrases with counts.
 * @param roles undefined if no roles move
 */
export async function listNotMovedOfProject(
  session: CentralSession,
  project: CentralProject,
  roles: CentralRoles | undefined,
): Promise<string[]> {
  const found = new Found();
  await found.read('roles of web users', async () => {
    if (roles !== undefined) {
      const hidden = await roles.countHidden(project);
      const reason = 'whose e-mail addresses only an administrator of the server may see';
      found.add(hidden, `web user with a role, ${reason}`, `web users with roles, ${reason}`);
      return;
    }
    const assigned = await session.list(`/projects/${project.id}/assignments`);
    found.add(assigned.filter(isWebUser).length, 'web user with a role', 'web users with roles');
  });
  return found.phrases;
}

/** Public links, a draft, review states and removed files that a form has at the server, as phrases with counts. */
export async function listNotMovedOfForm(session: CentralSession, form: CentralForm): Promise<string[]> {
  const found = new Found();
  await found.read('public links', async () => {
    const links = await session.list(`${form.path}/public-links`);
    const once = links.filter((link) => link['once'] === true && link['token'] !== null);
    found.add(once.length, 'public link for one submission', 'public links for one submission each');
  });
  await found.read('drafts', async () => {
    const draft = await session.find(`${form.path}/draft`, 'application/json', readJson);
    if (draft !== undefined) found.phrases.push('a draft that is newer than the published version');
  });
  await found.read('review states', async () => {
    const listed = await listSubmissions(session, form);
    const edited = listed.filter(({ reviewState }) => reviewState === 'edited').length;
    found.add(edited, 'review state `edited`', 'review states `edited`');
    const withFiles = listed.filter(
      ({ isEdited, expectedAttachments }) => isEdited && expectedAttachments > 0,
    );
    const suffix = 'with files, of which edits may have removed some';
    found.add(withFiles.length, `edited submission ${suffix}`, `edited submissions ${suffix}`);
  });
  return found.phrases;
}

/** Collects phrases, and names what this user may not read. */
class Found {
  readonly phrases: string[] = [];

  add(count: number, one: string, several: string): void {
    if (count > 0) this.phrases.push(`${count} ${count === 1 ? one : several}`);
  }

  async read(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof SourcePartError)) throw error;
      // Older servers have no entities, for example.
      if (error instanceof SourcePartGoneError) return;
      this.phrases.push(`${what}: not counted, as they cannot be read (${error.message})`);
    }
  }
}

const isWebUser = ({ actor }: JsonObject): boolean => {
  const type = textOf(objectOf(actor)['type']);
  return type === '' || type === 'user';
};
