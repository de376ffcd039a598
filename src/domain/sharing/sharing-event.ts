import type { AssetEvent } from '../audit/audit-action';
import { type DataSharing, isSharing, sharedFields } from './data-sharing';

/** Audit event for a change of data sharing; undefined if nothing changed. */
export function sharingEvent(before: DataSharing, after: DataSharing): AssetEvent | undefined {
  const [old, now] = [before, after].map((each) => sharedFields(each) ?? []) as [string[], string[]];
  if (isSharing(before) !== isSharing(after)) {
    return isSharing(after)
      ? { action: 'enable-sharing', metadata: { shared_fields: { added: now } } }
      : { action: 'disable-sharing' };
  }
  if (!isSharing(after) || JSON.stringify(old) === JSON.stringify(now)) return undefined;
  const [added, removed] = [difference(now, old), difference(old, now)];
  return { action: 'modify-sharing', metadata: { shared_fields: { added, removed } } };
}

function difference(fields: readonly string[], others: readonly string[]): string[] {
  const excluded = new Set(others);
  return fields.filter((field) => !excluded.has(field));
}
