import type { NamedHashes } from '../domain/file/draft';

/** Where modules say which bytes their rows name; the sweep asks them all before it removes any. */
export class StoredFileOwners {
  private readonly owners: NamedHashes[] = [];
  private isHeld: () => Promise<boolean> = async () => false;

  register(owner: NamedHashes): void {
    this.owners.push(owner);
  }

  /** While this says yes, somebody reads the files that rows named a while ago: the sweep removes none. */
  holdWhile(isHeld: () => Promise<boolean>): void {
    this.isHeld = isHeld;
  }

  /** Of these hashes, those that a row of any module names. */
  readonly named: NamedHashes = async (sha256s) => {
    const found: Buffer[] = [];
    for (const owner of this.owners) found.push(...(await owner(sha256s)));
    return found;
  };

  /** Of these hashes, those that the sweep must leave. Rows are asked first: who begins to hold later, sees what they say. */
  readonly kept: NamedHashes = async (sha256s) => {
    const named = await this.named(sha256s);
    return (await this.isHeld()) ? sha256s : named;
  };
}
