/** Number of matches among the ids of a range, both included. */
export interface RangeCount {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

export interface SoughtPage {
  readonly limit: number;
  readonly order: { readonly descending: boolean };
  readonly after: { readonly id: number } | undefined;
  readonly start: number;
}

/**
 * Ids among which a page of matches is, and the row that follows it.
 * @param counts in the order of ids
 * @returns `start`: matches of this range before the page
 */
export function seekPage(
  counts: readonly RangeCount[],
  { limit, order, after, start }: SoughtPage,
): { first: number; last: number; start: number } {
  const ranges = order.descending ? [...counts].reverse() : counts;
  let before = after === undefined ? start : 0;
  let wanted = limit + 1;
  const found: RangeCount[] = [];
  for (const range of ranges) {
    if (wanted <= 0) break;
    if (after !== undefined && (order.descending ? range.first >= after.id : range.last <= after.id))
      continue;
    if (found.length === 0 && before >= range.count && after === undefined) {
      before -= range.count;
      continue;
    }
    found.push(range);
    // Of the range of the cursor it is unknown how many follow.
    const isOfCursor = after !== undefined && range.first <= after.id && after.id <= range.last;
    if (!isOfCursor) wanted -= found.length === 1 ? range.count - before : range.count;
  }
  if (found.length === 0) return { first: 0, last: -1, start: 0 };
  return {
    first: Math.min(...found.map((range) => range.first)),
    last: Math.max(...found.map((range) => range.last)),
    start: before,
  };
}
