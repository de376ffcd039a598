import type { UserActor } from '../../domain/account/actor';
import type { SourceAsset } from '../../domain/migration/source-types';

/** Link of a collector, with its secret key. */
export interface MigratedLink {
  /** Form id at the source: several forms may have one name. */
  readonly formId: string;
  readonly assetName: string;
  readonly collector: string;
  readonly key: string;
}

export interface MigrationOptions {
  /** Usernames at the source; undefined: all that the credentials reach. */
  readonly owners: readonly string[] | undefined;
  /** Gets the assets of the account that the credentials are of, and no others. Default: users of the same names. */
  readonly owner?: UserActor;
  /** Uids of assets; undefined: all. */
  readonly assetUids: readonly string[] | undefined;
  /** Creates deactivated accounts without a password for users that are missing here. */
  readonly createAccounts: boolean;
  readonly dryRun: boolean;
  /** Reads every attachment of the source again to compare its SHA-256. */
  readonly verifyFiles: boolean;
  /** Receives new collector links; undefined: none are created. */
  readonly receiveLink?: ((link: MigratedLink) => Promise<void>) | undefined;
  /** Attachments that are read at once. */
  readonly concurrency: number;
}

/** Part of a run: an asset that is moved, or compared with its source. */
export interface MigrationPhase {
  readonly phase: 'moving' | 'comparing';
  readonly asset: { readonly uid: string; readonly name: string; readonly submissions: number | undefined };
  /** Position among the assets, from 1. */
  readonly position: number;
  readonly total: number;
}

/** Observer of a run, for progress. */
export interface MigrationObserver {
  started(phase: MigrationPhase): void;
  /** @param count since the phase started */
  submissionsDone(count: number): void;
}

/** Asset as it should be here if one user moves chosen assets: theirs, and in a collection only if that was chosen too. */
export function assetForOwner(
  asset: SourceAsset,
  { owner, assetUids = [] }: Pick<MigrationOptions, 'owner' | 'assetUids'>,
): SourceAsset {
  if (owner === undefined) return asset;
  const { parentUid, grants } = asset;
  const isOwner = (username: string): boolean => username.toLowerCase() === owner.username.toLowerCase();
  return {
    ...asset,
    owner: owner.username,
    parentUid: parentUid !== null && assetUids.includes(parentUid) ? parentUid : null,
    grants: grants?.filter(({ username }) => !isOwner(username)),
  };
}
