import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { originOf } from './request-links';

/** Longer URLs are not cached: a parsed query may take twenty times their length. */
const MAX_URL_LENGTH = 250;
const MAX_ENTRIES = 500;

/** Memoizes parsed requests by URL. */
export class UrlCache<Parsed extends object> {
  private readonly entries = new LRUCache<string, Parsed>({ max: MAX_ENTRIES });

  /** @param parse depends on nothing but the URL */
  constructor(private readonly parse: (request: Request) => Promise<Parsed>) {}

  /** @throws what `parse` throws; errors are not cached */
  async get(request: Request): Promise<Parsed> {
    const url = `${originOf(request)}${request.originalUrl}`;
    const cached = this.entries.get(url);
    if (cached !== undefined) return cached;
    const parsed = await this.parse(request);
    if (url.length <= MAX_URL_LENGTH) this.entries.set(url, parsed);
    return parsed;
  }
}
