import type { Request } from 'express';
import { originOf } from './request-links';

/** Longer URLs are not cached: a parsed query may take twenty times their length. */
const MAX_URL_LENGTH = 250;
const MAX_ENTRIES = 500;

/** Memoizes parsed requests by URL, first in, first out. */
export class UrlCache<Parsed> {
  private readonly entries = new Map<string, Parsed>();

  /** @param parse depends on nothing but the URL */
  constructor(private readonly parse: (request: Request) => Promise<Parsed>) {}

  /** @throws what `parse` throws; errors are not cached */
  async get(request: Request): Promise<Parsed> {
    const url = `${originOf(request)}${request.originalUrl}`;
    const cached = this.entries.get(url);
    if (cached !== undefined) return cached;
    const parsed = await this.parse(request);
    if (url.length > MAX_URL_LENGTH) return parsed;
    this.entries.set(url, parsed);
    if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value!);
    return parsed;
  }
}
