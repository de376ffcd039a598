import type { Page, PageWindow } from '../../domain/page';

/** The one shape of every list (contract-service 1.1). */
export interface Envelope<Item> {
  count: number;
  next: string | null;
  previous: string | null;
  results: Item[];
}

/** A page that was asked for: its part of the list, and the URL that the links to its neighbours are made from. */
export interface AskedPage<Window extends PageWindow = PageWindow> {
  readonly window: Window;
  readonly url: URL;
}

/** A page of a list in its envelope. */
export function presentPage<Item, Shown>(
  asked: AskedPage,
  { count, items }: Page<Item>,
  presentItem: (item: Item) => Shown,
): Envelope<Shown> {
  const { limit, start } = asked.window;
  return {
    count,
    next: start + limit < count ? linkToPage(asked.url, { limit, start: start + limit }) : null,
    previous: linkToPrevious(asked),
    results: items.map(presentItem),
  };
}

/** Null from the first page. */
export function linkToPrevious({ window: { limit, start }, url }: AskedPage): string | null {
  return start > 0 ? linkToPage(url, { limit, start: Math.max(0, start - limit) }) : null;
}

/** The same list elsewhere: all that does not say where is kept (contract-assets 0.2). */
export function linkToPage(url: URL, { limit, start }: PageWindow, after?: string): string {
  const link = new URL(url);
  const where = { limit, start: start > 0 ? start : undefined, after };
  for (const [name, value] of Object.entries(where)) {
    if (value === undefined) link.searchParams.delete(name);
    else link.searchParams.set(name, String(value));
  }
  for (const other of ['offset', 'page', 'page_size']) link.searchParams.delete(other);
  return link.href;
}
