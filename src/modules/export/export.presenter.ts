import { wireDate, wireSeconds } from '../../domain/text/wire-date';
import { created, Reply } from '../../http/reply';
import type { Links } from '../../http/url/links';
import type { ExportTask } from './export.service';

/** An export (contract-data 7.1). */
export function presentExport(links: Links, assetUid: string, task: ExportTask) {
  const { status, request, fileName, lastSubmissionTime } = task;
  const isOver = status === 'complete' || status === 'error';
  const seconds = (task.dateModified.getTime() - task.dateCreated.getTime()) / 1000;
  return {
    url: links.ofAsset(assetUid, `exports/${task.uid}`),
    status,
    messages: task.messages,
    uid: task.uid,
    date_created: wireDate(task.dateCreated),
    last_submission_time: lastSubmissionTime === null ? null : wireSeconds(lastSubmissionTime),
    result: fileName === null ? null : links.exportFile(task.username, assetUid, fileName),
    rows_done: task.rowsDone,
    rows_total: task.rowsTotal,
    data: {
      ...request,
      source: links.plain.asset(assetUid),
      name: request['name'] ?? null,
      ...(isOver && { processing_time_seconds: seconds }),
    },
  };
}

/** A new export, or the same one that is on its way (contract-assets 0.5). */
export function presentStartedExport(
  links: Links,
  assetUid: string,
  { task, isNew }: { readonly task: ExportTask; readonly isNew: boolean },
): Reply {
  const body = presentExport(links, assetUid, task);
  return isNew ? created(body) : new Reply(200, body);
}
