/** Which part of a list is asked for. */
export interface PageWindow {
  /** Items on the page. */
  readonly limit: number;
  /** Items before it. */
  readonly start: number;
}

/** A part of a list. */
export interface Page<Item> {
  /** Items of the whole list. */
  readonly count: number;
  readonly items: readonly Item[];
}

/** The page of whoever may see nothing. */
export const EMPTY_PAGE: Page<never> = { count: 0, items: [] };

/** A page of a list that is here as a whole. */
export function cutPage<Item>(list: readonly Item[], { limit, start }: PageWindow): Page<Item> {
  return { count: list.length, items: list.slice(start, start + limit) };
}
