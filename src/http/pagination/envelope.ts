import type { PageWindow } from './page-window';

/** The one shape of every list (contract-service 1.1). */
export interface Envelope<Item> {
  count: number;
  next: string | null;
  previous: string | null;
  results: Item[];
}

/** Links to the neighbours of a page. */
export interface PageLinks {
  next: string | null;
  previous: string | null;
}

function at(url: URL, limit: number, start: number): string {
  const link = new URL(url);
  link.searchParams.set('limit', String(limit));
  if (start > 0) link.searchParams.set('start', String(start));
  else link.searchParams.delete('start');
  for (const other of ['offset', 'page', 'page_size']) link.searchParams.delete(other);
  return link.href;
}

/** Neighbours by position: all other query parameters are kept (contract-assets 0.2). */
export function pageLinks(url: URL, { limit, start }: PageWindow, count: number): PageLinks {
  return {
    next: start + limit < count ? at(url, limit, start + limit) : null,
    previous: start > 0 ? at(url, limit, Math.max(0, start - limit)) : null,
  };
}

export function presentEnvelope<Item>(
  url: URL,
  window: PageWindow,
  count: number,
  results: Item[],
): Envelope<Item> {
  return { count, ...pageLinks(url, window, count), results };
}
