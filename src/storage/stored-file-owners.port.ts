import type { FindReferencedHashes } from '../domain/file/staged-file';

/** Registry of modules whose rows reference stored bytes. Cleanup queries them before it removes any. */
export class StoredFileOwners {
  private readonly owners: FindReferencedHashes[] = [];
  private isCleanupSuspended: () => Promise<boolean> = async () => false;

  /** @param owner returns the subset of hashes that its rows reference */
  register(owner: FindReferencedHashes): void {
    this.owners.push(owner);
  }

  /** Suspends cleanup while `predicate` resolves to true: a backup reads files of an earlier snapshot. */
  suspendCleanupWhile(predicate: () => Promise<boolean>): void {
    this.isCleanupSuspended = predicate;
  }

  /** Returns the subset of hashes that rows of any module reference. */
  readonly findReferenced: FindReferencedHashes = async (sha256s) => {
    const found: Buffer[] = [];
    for (const owner of this.owners) found.push(...(await owner(sha256s)));
    return found;
  };

  /** Returns the subset of hashes that cleanup must keep. Queries rows first: a later backup has a snapshot of them. */
  readonly findRetained: FindReferencedHashes = async (sha256s) => {
    const referenced = await this.findReferenced(sha256s);
    return (await this.isCleanupSuspended()) ? sha256s : referenced;
  };
}
