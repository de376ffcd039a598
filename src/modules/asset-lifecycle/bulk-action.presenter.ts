import { type BulkAction, toldOutcome } from '../../domain/asset/bulk-action';

/** @param count to how many it was done */
export function presentBulkOutcome(action: BulkAction, count: number) {
  return { detail: toldOutcome(action, count) };
}
