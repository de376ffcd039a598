import type { Page, PageWindow } from '../../domain/page';

/** Shape of every list (contract-service 1.1). */
export interface Envelope<Item> {
  count: number;
  next: string | null;
  previous: string | null;
  results: Item[];
}

/** Requested window, and the URL that links to the neighbouring pages derive from. */
export interface PageRequest<Window extends PageWindow = PageWindow> {
  readonly window: Window;
  readonly url: URL;
}

export function presentPage<Item, Shown>(
  request: PageRequest,
  { count, items }: Page<Item>,
  presentItem: (item: Item) => Shown,
): Envelope<Shown> {
  const { limit, start } = request.window;
  return {
    count,
    next: start + limit < count ? linkToPage(request.url, { limit, start: start + limit }) : null,
    previous: linkToPrevious(request),
    results: items.map(presentItem),
  };
}

export function linkToPrevious({ window: { limit, start }, url }: PageRequest): string | null {
  return start > 0 ? linkToPage(url, { limit, start: Math.max(0, start - limit) }) : null;
}

/** Returns the URL of another page, preserving all other query parameters (contract-assets 0.2). */
export function linkToPage(url: URL, { limit, start }: PageWindow, after?: string): string {
  const link = new URL(url);
  const position = { limit, start: start > 0 ? start : undefined, after };
  for (const [name, value] of Object.entries(position)) {
    if (value === undefined) link.searchParams.delete(name);
    else link.searchParams.set(name, String(value));
  }
  for (const other of ['offset', 'page', 'page_size']) link.searchParams.delete(other);
  return link.href;
}
