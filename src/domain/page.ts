/** Limit and offset of a page. */
export interface PageWindow {
  /** Page size, in items. */
  readonly limit: number;
  /** Offset, in items. */
  readonly start: number;
}

export interface Page<Item> {
  /** Number of items in the whole list. */
  readonly count: number;
  readonly items: readonly Item[];
}

export const EMPTY_PAGE: Page<never> = { count: 0, items: [] };

const BATCH_SIZE = 500;

/** Yields the items of ids, in their order, read in batches. */
export async function* readInBatches<Id, Item>(
  ids: readonly Id[],
  read: (batch: readonly Id[]) => Promise<readonly Item[]>,
): AsyncGenerator<Item> {
  for (let start = 0; start < ids.length; start += BATCH_SIZE)
    yield* await read(ids.slice(start, start + BATCH_SIZE));
}

/** Slices one page out of a list in memory. */
export function paginate<Item>(list: readonly Item[], { limit, start }: PageWindow): Page<Item> {
  return { count: list.length, items: list.slice(start, start + limit) };
}
