import { type BulkAction, formatBulkOutcome } from '../../domain/asset/bulk-action';

export function presentBulkOutcome(action: BulkAction, count: number) {
  return { detail: formatBulkOutcome(action, count) };
}
