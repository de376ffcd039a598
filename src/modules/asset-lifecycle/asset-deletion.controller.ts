import { Controller, Delete, HttpCode } from '@nestjs/common';
import {
  ApiForbiddenResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AssetDeletionService } from './asset-deletion.service';

@ApiTags('Assets')
@Controller('api/v2/assets/:uid')
export class AssetDeletionController {
  constructor(private readonly deletion: AssetDeletionService) {}

  @Delete()
  @HttpCode(204)
  @Requires('manage_asset', { see: 'view_asset', family: 'asset-detail' })
  @ApiOperation({
    summary: 'Delete an asset',
    description:
      'Hides the asset at once and purges it with all its data after `DELETED_ASSETS_KEPT_DAYS` (default: 7); until then a superuser can restore it. Allowed for the owner, and for a manager who created the asset while it has no submissions.',
  })
  @ApiNoContentResponse({ description: 'The asset is hidden.' })
  @ApiForbiddenResponse({ description: 'The caller may view the asset but not delete it.' })
  @ApiNotFoundResponse({ description: 'The asset does not exist or is not visible to the caller.' })
  async deleteAsset(access: AssetAccess<'manage_asset'>, @CurrentActor() actor: UserActor) {
    await this.deletion.delete(actor, access);
  }
}
