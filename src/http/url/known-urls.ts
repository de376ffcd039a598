import type { Request } from 'express';
import { originOf } from './request-links';

/** A longer URL is read each time: what is made of one may take twenty times its length. */
const LONGEST = 250;
const MOST = 500;

/** What was made of requests by their URL alone; those that are made again and again are read once. */
export class KnownUrls<Asked> {
  private readonly known = new Map<string, Asked>();

  constructor(private readonly read: (request: Request) => Promise<Asked>) {}

  /** @throws as `read` does */
  async of(request: Request): Promise<Asked> {
    const url = `${originOf(request)}${request.originalUrl}`;
    const known = this.known.get(url);
    if (known !== undefined) return known;
    const asked = await this.read(request);
    if (url.length > LONGEST) return asked;
    this.known.set(url, asked);
    if (this.known.size > MOST) this.known.delete(this.known.keys().next().value!);
    return asked;
  }
}
