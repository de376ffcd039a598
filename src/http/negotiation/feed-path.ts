const FEED = /^\/api\/v2\/assets\/[^/]+\/odata(\/|$)/;

/** Whether a path is of the feed for spreadsheets, which speaks OData, whatever is below it. */
export function isFeed(path: string): boolean {
  return FEED.test(path);
}
