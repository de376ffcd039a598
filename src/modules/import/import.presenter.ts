import type { ImportTaskEntity } from '../../database/entities/import-task.entity';
import { wireDate } from '../../domain/wire-date';
import type { Links } from '../../http/url/links';

/** The answer to an upload: the work has only begun (contract-assets 6). */
export function presentStartedImport(links: Links, uid: string) {
  return { uid, url: links.import(uid), status: 'processing' };
}

export function presentImport(links: Links, task: ImportTaskEntity) {
  return {
    url: links.import(task.uid),
    status: task.status,
    messages: task.messages,
    uid: task.uid,
    date_created: wireDate(task.dateCreated),
  };
}
