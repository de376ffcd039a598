/** Folders for large temporary files on the local disk, which no process needs after a restart. */
export abstract class ScratchSpace {
  /** Creates an empty folder. @returns its absolute path */
  abstract open(): Promise<string>;

  /** Removes a folder with its files. Idempotent. */
  abstract remove(folder: string): Promise<void>;

  /** Removes folders created at least `olderThanMs` ago, left by a crash. */
  abstract expire(olderThanMs: number): Promise<void>;
}
