import { type JsonObject, objectOf, objectsOf, textOf } from '../../../domain/migration/json-fields';
import { SourcePartError } from '../migration-source.port';
import type { CentralForm } from './central-form';
import type { CentralSession } from './central-session';

/** Names of app users that may submit to a form; none if the user may not read them. Revoked ones have no token. */
export async function readCollectors(
  session: CentralSession,
  { project, xmlFormId }: CentralForm,
): Promise<string[]> {
  const list = async (part: string): Promise<JsonObject[]> => {
    try {
      return objectsOf(await session.json(`/projects/${project.id}/${part}`));
    } catch (error) {
      if (error instanceof SourcePartError) return [];
      throw error;
    }
  };
  const assigned = (await list('assignments/forms')).filter((each) => each['xmlFormId'] === xmlFormId);
  if (assigned.length === 0) return [];
  const actorIds = new Set(assigned.map(({ actorId, actor }) => textOf(actorId ?? objectOf(actor)['id'])));
  return (await list('app-users'))
    .filter(({ id, token }) => token !== null && actorIds.has(textOf(id)))
    .map(({ displayName }) => textOf(displayName));
}
