/**
 * Addresses of the database.
 *
 * `directUrl` differs from `url` if that is a pooler in transaction mode, where LISTEN and session locks do not work.
 */
export class DatabaseAddress {
  constructor(
    readonly url: string,
    readonly directUrl = url,
  ) {}

  get isPooled(): boolean {
    return this.directUrl !== this.url;
  }
}
