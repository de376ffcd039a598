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

/** Yields all items of a list that is read by pages. */
export async function* allPages<Item>(
  read: (window: PageWindow) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  for (let start = 0; ; start += BATCH_SIZE) {
    const { items } = await read({ limit: BATCH_SIZE, start });
    yield* items;
    if (items.length < BATCH_SIZE) return;
  }
}

/** Slices one page out of a list in memory. */
export function paginate<Item>(list: readonly Item[], { limit, start }: PageWindow): Page<Item> {
  return { count: list.length, items: list.slice(start, start + limit) };
}
