import { wireDate } from '../../domain/text/wire-date';
import type { Links } from '../../http/url/links';
import type { ImportTask } from './import.service';

/** Response to an upload; the import has only started (contract-assets 6). */
export function presentStartedImport(links: Links, uid: string) {
  return { uid, url: links.import(uid), status: 'processing' };
}

export function presentImport(links: Links, task: ImportTask) {
  return {
    url: links.import(task.uid),
    status: task.status,
    messages: task.messages,
    uid: task.uid,
    date_created: wireDate(task.dateCreated),
  };
}
