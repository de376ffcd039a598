import { type JsonObject, objectOf, textOf } from '../../../domain/migration/json-fields';
import { SourcePartError } from '../migration-source.port';
import type { CentralForm } from './central-form';
import type { CentralSession } from './central-session';

/**
 * Names of app users that may submit to a form; revoked ones have no token.
 * @param note receives why they cannot be read
 */
export async function readCollectors(
  session: CentralSession,
  { project, xmlFormId }: CentralForm,
  note: (sentence: string) => void,
): Promise<string[]> {
  const list = async (part: string): Promise<JsonObject[]> => {
    try {
      return await session.list(`/projects/${project.id}/${part}`);
    } catch (error) {
      if (!(error instanceof SourcePartError)) throw error;
      note(`Its app users cannot be read: ${error.message}`);
      return [];
    }
  };
  const assigned = (await list('assignments/forms')).filter((each) => each['xmlFormId'] === xmlFormId);
  if (assigned.length === 0) return [];
  const actorIds = new Set(assigned.map(({ actorId, actor }) => textOf(actorId ?? objectOf(actor)['id'])));
  return (await list('app-users'))
    .filter(({ id, token }) => token !== null && actorIds.has(textOf(id)))
    .map(({ displayName }) => textOf(displayName));
}
