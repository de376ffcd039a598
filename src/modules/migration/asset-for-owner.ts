import type { SourceAsset } from '../../domain/migration/source-types';
import type { MigrationOptions } from './migration-options';

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
