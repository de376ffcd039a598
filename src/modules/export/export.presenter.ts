import { wireDate, wireSeconds } from '../../domain/text/wire-date';
import { created, Reply } from '../../http/reply';
import type { Links } from '../../http/url/links';
import type { ExportTask } from './export.service';

/** Export task (contract-data 7.1). */
export function presentExport(links: Links, assetUid: string, task: ExportTask) {
  const { status, request, fileName, lastSubmissionTime } = task;
  const hasEnded = status === 'complete' || status === 'error';
  const seconds = (task.dateModified.getTime() - task.dateCreated.getTime()) / 1000;
  return {
    url: links.assetResource(assetUid, `exports/${task.uid}`),
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
      ...(hasEnded && { processing_time_seconds: seconds }),
    },
  };
}

/** 201 for a new export, 200 for an open duplicate (contract-assets 0.5). */
export function presentStartedExport(
  links: Links,
  assetUid: string,
  { task, isNew }: { readonly task: ExportTask; readonly isNew: boolean },
): Reply {
  const body = presentExport(links, assetUid, task);
  return isNew ? created(body) : new Reply(200, body);
}
