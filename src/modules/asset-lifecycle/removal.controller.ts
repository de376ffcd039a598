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
import { RemovalService } from './removal.service';

@ApiTags('Assets')
@Controller('api/v2/assets/:uid')
export class RemovalController {
  constructor(private readonly removal: RemovalService) {}

  @Delete()
  @HttpCode(204)
  @Requires('manage_asset', { see: 'view_asset', family: 'asset-detail' })
  @ApiOperation({
    summary: 'Deletes the asset',
    description:
      'It is hidden at once and purged some days later, with everything that it owns. For its owner; for a manager who made it only as long as it has no submissions.',
  })
  @ApiNoContentResponse({ description: 'It is hidden.' })
  @ApiForbiddenResponse({ description: 'The caller sees the asset and may not delete it.' })
  @ApiNotFoundResponse({ description: 'There is no such asset, or the caller may not see it.' })
  async remove(access: AssetAccess<'manage_asset'>, @CurrentActor() actor: UserActor) {
    await this.removal.remove(actor, access);
  }
}
