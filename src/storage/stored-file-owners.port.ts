import type { NamedHashes } from '../domain/file/draft';

/** Where modules say which bytes their rows name; the sweep asks them all before it removes any. */
export class StoredFileOwners {
  private readonly owners: NamedHashes[] = [];

  register(owner: NamedHashes): void {
    this.owners.push(owner);
  }

  /** Of these hashes, those that a row of any module names. */
  readonly named: NamedHashes = async (sha256s) => {
    const found: Buffer[] = [];
    for (const owner of this.owners) found.push(...(await owner(sha256s)));
    return found;
  };
}
