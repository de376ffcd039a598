import type { DeliveryOutcome } from '../../domain/hook/delivery';
import { DELIVERY_STATUS } from '../../domain/hook/hook-rules';
import { wireDate } from '../../domain/text/wire-date';
import { Reply } from '../../http/reply';
import type { Links } from '../../http/url/links';
import type { HookLog } from './hook-log.service';
import type { Hook } from './hook.service';

const STATUS_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(DELIVERY_STATUS).map(([name, number]) => [number, name]),
);

export function presentHook(links: Links, assetUid: string, hook: Hook) {
  const url = links.assetResource(assetUid, `hooks/${hook.uid}`);
  const count = (status: number): number => hook.counts.get(status) ?? 0;
  const { failed, pending, processing, success } = DELIVERY_STATUS;
  return {
    url,
    logs_url: links.assetResource(assetUid, `hooks/${hook.uid}/logs`),
    asset: hook.assetId,
    uid: hook.uid,
    name: hook.name,
    endpoint: hook.endpoint,
    active: hook.active,
    export_type: hook.exportType,
    auth_level: hook.authLevel,
    settings: hook.settings,
    signed: hook.isSigned,
    email_notification: hook.emailNotification,
    send_changes: hook.sendsChanges,
    subset_fields: hook.subsetFields,
    payload_template: hook.payloadTemplate,
    success_count: count(success),
    failed_count: count(failed),
    pending_count: count(pending) + count(processing),
    date_modified: wireDate(hook.dateModified),
  };
}

export function presentHookLog(links: Links, assetUid: string, hookUid: string, log: HookLog) {
  return {
    url: links.assetResource(assetUid, `hooks/${hookUid}/logs/${log.uid}`),
    uid: log.uid,
    submission_id: log.submissionId,
    tries: log.tries,
    status: log.status,
    status_str: STATUS_NAMES.get(log.status),
    status_code: log.statusCode,
    message: log.message,
    event: log.cause,
    date_modified: wireDate(log.dateModified),
  };
}

/** Response of the endpoint; 400 unless it accepted the retry. */
export function presentRetry({ status, statusCode, message }: DeliveryOutcome): Reply {
  return new Reply(status === 'success' ? 200 : 400, { detail: message, status_code: statusCode });
}

/** Enqueued retries; 304 if no delivery has failed. */
export function presentRetries(uids: readonly string[]): Reply {
  return uids.length === 0
    ? new Reply(304, undefined)
    : new Reply(200, { detail: 'Task successfully scheduled', pending_uids: uids });
}
