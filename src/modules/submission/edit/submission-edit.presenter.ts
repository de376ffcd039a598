import type { ValidationStatus } from '../../../domain/submission/validation-status';
import { Reply } from '../../../http/reply';
import type { EditResult } from './bulk-edit.service';
import type { StatusChange } from './validation-status.service';

/** Body of a bulk action (contract-data 3.4). */
export function presentBulkResult(count: number, action: 'deleted' | 'updated' | 'restored' | 'purged') {
  return { detail: `${count} submissions have been ${action}` };
}

export function presentStatusChange({ change, updated }: StatusChange) {
  return { ...presentBulkResult(updated, 'updated'), change_id: change === null ? null : String(change) };
}

export function presentStatusUndo({ skipped, ...change }: StatusChange & { readonly skipped: number }) {
  return { ...presentStatusChange(change), skipped };
}

export function presentValidationStatus(status: ValidationStatus | null) {
  if (status === null) return {};
  const { timestamp, uid, by_whom, label } = status;
  return { timestamp, uid, by_whom, label };
}

/** Per-submission results; status 400 if no edit succeeded (contract-data 3.5). */
export function presentBulkEdit(results: readonly EditResult[]): Reply {
  const successes = results.filter(({ error }) => error === undefined).length;
  return new Reply(successes > 0 ? 200 : 400, {
    count: results.length,
    successes,
    failures: results.length - successes,
    results: results.map(({ uuid, rootUuid, error }) =>
      error === undefined
        ? { uuid, root_uuid: rootUuid, status_code: 201, message: 'Successful submission' }
        : { uuid, root_uuid: null, status_code: 400, message: error },
    ),
  });
}
