import { objectOf, textOf } from '../../../domain/migration/asset-json';
import type { JsonObject } from '../../../domain/text/json-value';
import { SourcePartError, SourcePartGoneError } from '../migration-source.port';
import type { CentralForm, CentralProject } from './central-form';
import { type CentralSession, readJson } from './central-session';
import { listSubmissions } from './central-submission';

/** Submissions whose comments are read at once; the session limits requests further. */
const PAGE_SIZE = 200;

/** Roles of web users and entity lists, which this service does not have, as phrases with counts. */
export async function listNotMovedOfProject(
  session: CentralSession,
  { id }: CentralProject,
): Promise<string[]> {
  const found = new Found();
  await found.read('roles of web users', async () => {
    const assigned = await session.list(`/projects/${id}/assignments`);
    found.add(assigned.filter(isWebUser).length, 'web user with a role', 'web users with roles');
  });
  await found.read('entity lists', async () => {
    for (const list of await session.list(`/projects/${id}/datasets`)) {
      const entities = list['entities'] === undefined ? '' : `, ${textOf(list['entities'])} entities`;
      found.phrases.push(
        `entity list ${textOf(list['name'])}${entities} (forms have its data as a CSV file)`,
      );
    }
  });
  return found.phrases;
}

/** Public links, a draft, comments and review states that a form has at the server, as phrases with counts. */
export async function listNotMovedOfForm(session: CentralSession, form: CentralForm): Promise<string[]> {
  const found = new Found();
  await found.read('public links', async () => {
    const links = await session.list(`${form.path}/public-links`);
    found.add(links.length, 'public link', 'public links');
  });
  await found.read('drafts', async () => {
    const draft = await session.find(`${form.path}/draft`, 'application/json', readJson);
    if (draft !== undefined) found.phrases.push('a draft that is newer than the published version');
  });
  await found.read('comments', async () => {
    const listed = await listSubmissions(session, form);
    const edited = listed.filter(({ reviewState }) => reviewState === 'edited').length;
    found.add(edited, 'review state `edited`', 'review states `edited`');
    let comments = 0;
    let commented = 0;
    for (let start = 0; start < listed.length; start += PAGE_SIZE) {
      const counts = listed.slice(start, start + PAGE_SIZE).map(async ({ instanceId }) => {
        const path = `${form.path}/submissions/${encodeURIComponent(instanceId)}/comments`;
        const list = await session.find(path, 'application/json', readJson);
        return Array.isArray(list) ? list.length : 0;
      });
      for (const count of await Promise.all(counts)) {
        comments += count;
        if (count > 0) commented += 1;
      }
    }
    const suffix = ` on ${commented} submissions`;
    found.add(comments, `comment${suffix}`, `comments${suffix}`);
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
