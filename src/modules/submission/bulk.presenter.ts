import type { ValidationStatus } from '../../domain/submission/validation-status';
import { Reply } from '../../http/reply';
import type { EditOutcome } from './bulk-edit.service';

/** How many submissions it was done to (contract-data 3.4). @param done for example `deleted` */
export function presentBulk(count: number, done: 'deleted' | 'updated') {
  return { detail: `${count} submissions have been ${done}` };
}

/** How many files went (contract-data 3.8). */
export function presentRemovedFiles(count: number) {
  return { message: `${count} attachments deleted` };
}

/** A verdict, or an empty object where there is none. */
export function presentVerdict(status: ValidationStatus | null) {
  if (status === null) return {};
  const { timestamp, uid, by_whom, label } = status;
  return { timestamp, uid, by_whom, label };
}

/** What became of each submission; 400 when none was edited (contract-data 3.5). */
export function presentBulkEdit(outcomes: readonly EditOutcome[]): Reply {
  const successes = outcomes.filter(({ problem }) => problem === undefined).length;
  return new Reply(successes > 0 ? 200 : 400, {
    count: outcomes.length,
    successes,
    failures: outcomes.length - successes,
    results: outcomes.map(({ uuid, rootUuid, problem }) =>
      problem === undefined
        ? { uuid, root_uuid: rootUuid, status_code: 201, message: 'Successful submission' }
        : { uuid, root_uuid: null, status_code: 400, message: problem },
    ),
  });
}
