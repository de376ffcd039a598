/** Which part of a list is asked for. */
export interface PageWindow {
  /** Items on the page. */
  readonly limit: number;
  /** Items before it. */
  readonly start: number;
}

export interface PageBounds {
  readonly defaultLimit: number;
  readonly maxLimit: number;
}

/** Lists of everything but submissions (contract-assets 0.2). */
export const LIST_BOUNDS: PageBounds = { defaultLimit: 100, maxLimit: 1000 };

type QueryValue = unknown;

const positive = (value: QueryValue): number | undefined => {
  const text = Array.isArray(value) ? (value as unknown[]).at(-1) : value;
  return typeof text === 'string' && /^[0-9]{1,15}$/.test(text) && Number(text) > 0
    ? Number(text)
    : undefined;
};

/**
 * The window that a list's query parameters ask for: `limit` and `start` (or `offset`, its older name), else `page` and
 * `page_size`. What makes no sense counts as absent, and too large a page is cut (contract-assets 0.2).
 */
export function readPageWindow(
  query: Readonly<Record<string, QueryValue>>,
  { defaultLimit, maxLimit }: PageBounds = LIST_BOUNDS,
): PageWindow {
  const limit = Math.min(positive(query['limit']) ?? positive(query['page_size']) ?? defaultLimit, maxLimit);
  if (query['start'] !== undefined) return { limit, start: positive(query['start']) ?? 0 };
  if (query['offset'] !== undefined) return { limit, start: positive(query['offset']) ?? 0 };
  return { limit, start: ((positive(query['page']) ?? 1) - 1) * limit };
}
