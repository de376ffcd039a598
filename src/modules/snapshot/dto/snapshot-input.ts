import { InvalidError } from '../../../domain/errors';
import { resourceName } from '../../../http/url/resource-path';
import { EMPTY_TEXT } from '../../../http/validation/field';
import type { SnapshotInput } from '../snapshot.service';
import type { CreateSnapshotDto } from './snapshot.dto';

/** The body in the words of the service. @throws InvalidError for an asset that is no asset's URL */
export function readSnapshotInput({ asset = '', source }: CreateSnapshotDto): SnapshotInput {
  const assetUid = resourceName(asset, 'assets');
  if (asset !== '' && assetUid === undefined) {
    throw new InvalidError({ asset: ['Invalid hyperlink - No URL match.'] });
  }
  return {
    ...(assetUid !== undefined && { assetUid }),
    ...(source !== undefined && source !== EMPTY_TEXT && { source }),
  };
}
