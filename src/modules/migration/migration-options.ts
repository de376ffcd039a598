export interface MigrationOptions {
  /** Usernames at the source; undefined: all that the credentials reach. */
  readonly owners: readonly string[] | undefined;
  /** Uids of assets; undefined: all. */
  readonly assetUids: readonly string[] | undefined;
  /** Creates deactivated accounts without a password for users that are missing here. */
  readonly createAccounts: boolean;
  readonly dryRun: boolean;
  /** Reads every attachment of the source again to compare its SHA-256. */
  readonly verifyFiles: boolean;
  /** Attachments that are read at once. */
  readonly concurrency: number;
}

/** Observer of a run, for progress. */
export interface MigrationObserver {
  assetStarted(
    asset: { uid: string; name: string; submissions: number | undefined },
    index: number,
    total: number,
  ): void;
  submissionsMoved(done: number): void;
  comparing(): void;
}

export const NO_OBSERVER: MigrationObserver = {
  assetStarted: () => undefined,
  submissionsMoved: () => undefined,
  comparing: () => undefined,
};
