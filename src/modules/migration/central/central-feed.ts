import { objectOf, textOf } from '../../../domain/migration/json-fields';
import { listOf } from '../list-of';
import { SourcePartError } from '../migration-source.port';
import type { CentralForm } from './central-form';
import type { CentralSession } from './central-session';
import { type ListedSubmission, readListed } from './central-submission';

const LIST_SIZE = 1000;

/** All submissions of the OData feed, without their details: the server lists the newest first. */
export async function listSubmissions(
  session: CentralSession,
  { path }: CentralForm,
): Promise<ListedSubmission[]> {
  const found = new Map<string, ListedSubmission>();
  let query = `?%24top=${LIST_SIZE}&%24select=__id%2C__system`;
  for (;;) {
    const list = `${path}.svc/Submissions${query}`;
    const json = objectOf(await session.json(list));
    const before = found.size;
    for (const each of listOf(json['value'], list).map(readListed)) found.set(each.instanceId, each);
    // The link has the address that the server believes to have; only its query is needed.
    const next = /\?.*$/s.exec(textOf(json['@odata.nextLink']))?.[0];
    if (next === undefined) return [...found.values()];
    if (found.size === before) throw new SourcePartError(`${list}: the server repeats the page before`);
    query = next;
  }
}
