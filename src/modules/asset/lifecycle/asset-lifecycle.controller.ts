import { Body, Controller } from '@nestjs/common';
import { ApiTags, ApiProperty } from '@nestjs/swagger';
import { AccessInService, CurrentActor, Requires } from '../../../authorization/policy';
import type { UserActor } from '../../../domain/account/actor';
import { Endpoint } from '../../../http/endpoint';
import { BulkActionService } from './bulk-action.service';
import { type BulkAction, formatBulkOutcome, readBulkAction } from '../../../domain/asset/bulk-action';
import { ParsedBy, readObject } from '../../../http/validation/field';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { AssetDeletionService } from './asset-deletion.service';

class BulkActionDto {
  @ParsedBy((sent) => readBulkAction(readObject(sent)), { required: true })
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { asset_uids: ['aSAvYreNzVEkrWg5Gdcvg2'], action: 'archive' },
    description:
      '`action`: archive, unarchive, delete or, for superusers, undelete. Assets: `asset_uids`, or `confirm: true` for all assets of the caller. An object, or its JSON text.',
  })
  payload!: BulkAction;
}

class BulkOutcomeDto {
  @ApiProperty({ example: '2 projects have been archived' }) detail!: string;
}

@ApiTags('Assets')
@Controller('api/v2/assets/bulk')
export class BulkActionController {
  constructor(private readonly bulk: BulkActionService) {}

  @Endpoint('POST', {
    summary: 'Archive, unarchive, delete or restore assets',
    description: 'All or nothing.',
    status: 200,
    returns: BulkOutcomeDto,
    fails: {
      400: 'No assets are selected, or the action is not possible for one of them.',
      403: 'One of the assets does not exist, or the caller may not manage it.',
    },
  })
  @AccessInService('manage_asset', { signedIn: true })
  async bulkUpdateAssets(@CurrentActor() actor: UserActor, @Body() { payload: action }: BulkActionDto) {
    return presentBulkOutcome(action, await this.bulk.execute(actor, action));
  }
}

function presentBulkOutcome(action: BulkAction, count: number) {
  return { detail: formatBulkOutcome(action, count) };
}

@ApiTags('Assets')
@Controller('api/v2/assets/:uid')
export class AssetDeletionController {
  constructor(private readonly deletion: AssetDeletionService) {}

  @Endpoint('DELETE', {
    summary: 'Delete an asset',
    description:
      'Hides the asset at once and purges it with all its data after `DELETED_ASSETS_KEPT_DAYS` (default: 7); until then a superuser can restore it. Allowed for the owner, and for a manager who created the asset while it has no submissions.',
    returns: { description: 'The asset is hidden.' },
    fails: {
      403: 'The caller may view the asset but not delete it.',
      404: 'The asset does not exist or is not visible to the caller.',
    },
  })
  @Requires('manage_asset', { see: 'view_asset', family: 'asset-detail' })
  async deleteAsset(access: AssetAccess<'manage_asset'>, @CurrentActor() actor: UserActor) {
    await this.deletion.delete(actor, access);
  }
}
