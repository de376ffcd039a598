import type { DeliveryOutcome } from '../../domain/hook/delivery-outcome';
import { DELIVERY_STATUS } from '../../domain/hook/hook';
import { wireDate } from '../../domain/text/wire-date';
import { Reply } from '../../http/reply';
import type { Links } from '../../http/url/links';
import type { HookLog } from './hook-log.service';
import type { Hook } from './hook.service';

/** What a log calls a status that it has as a number. */
const WORDS: ReadonlyMap<number, string> = new Map(
  Object.entries(DELIVERY_STATUS).map(([word, number]) => [number, word]),
);

/** A hook (contract-data 8.1). */
export function presentHook(links: Links, assetUid: string, hook: Hook) {
  const url = links.ofAsset(assetUid, `hooks/${hook.uid}`);
  const count = (status: number): number => hook.counts.get(status) ?? 0;
  const { failed, pending, processing, success } = DELIVERY_STATUS;
  return {
    url,
    logs_url: links.ofAsset(assetUid, `hooks/${hook.uid}/logs`),
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
    url: links.ofAsset(assetUid, `hooks/${hookUid}/logs/${log.uid}`),
    uid: log.uid,
    submission_id: log.submissionId,
    tries: log.tries,
    status: log.status,
    status_str: WORDS.get(log.status),
    status_code: log.statusCode,
    message: log.message,
    event: log.cause,
    date_modified: wireDate(log.dateModified),
  };
}

/** What the other side said to another try; 400 when it did not take it. */
export function presentRetry({ status, statusCode, message }: DeliveryOutcome): Reply {
  return new Reply(status === 'success' ? 200 : 400, { detail: message, status_code: statusCode });
}

/** What is tried again; 304 when there was nothing to try. */
export function presentRetries(uids: readonly string[]): Reply {
  return uids.length === 0
    ? new Reply(304, undefined)
    : new Reply(200, { detail: 'Task successfully scheduled', pending_uids: uids });
}
