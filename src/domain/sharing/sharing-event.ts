import type { AssetEvent } from '../audit/audit-action';
import { type DataSharing, isSharing, sharedFields } from './data-sharing';

/** What the history tells of a change of sharing; undefined when nothing is shared otherwise than before. */
export function sharingEvent(before: DataSharing, after: DataSharing): AssetEvent | undefined {
  const [old, now] = [before, after].map((each) => sharedFields(each) ?? []) as [string[], string[]];
  if (isSharing(before) !== isSharing(after)) {
    return isSharing(after)
      ? { action: 'enable-sharing', metadata: { shared_fields: { added: now } } }
      : { action: 'disable-sharing' };
  }
  if (!isSharing(after) || JSON.stringify(old) === JSON.stringify(now)) return undefined;
  const [added, removed] = [without(now, old), without(old, now)];
  return { action: 'modify-sharing', metadata: { shared_fields: { added, removed } } };
}

function without(fields: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return fields.filter((field) => !known.has(field));
}
