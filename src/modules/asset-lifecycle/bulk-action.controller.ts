import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiForbiddenResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { AccessInService, CurrentActor } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { BulkActionService } from './bulk-action.service';
import { BulkActionDto, BulkOutcomeDto } from './dto/bulk-action.dto';
import type { BulkAction } from '../../domain/asset/bulk-action';
import { formatBulkOutcome } from '../../domain/asset/bulk-action';

@ApiTags('Assets')
@Controller('api/v2/assets/bulk')
export class BulkActionController {
  constructor(private readonly bulk: BulkActionService) {}

  @Post()
  @HttpCode(200)
  @AccessInService('manage_asset', { signedIn: true })
  @ApiOperation({ summary: 'Archive, unarchive, delete or restore assets', description: 'All or nothing.' })
  @ApiOkResponse({ type: BulkOutcomeDto })
  @ApiBadRequestResponse({
    description: 'No assets are selected, or the action is not possible for one of them.',
  })
  @ApiForbiddenResponse({ description: 'One of the assets does not exist, or the caller may not manage it.' })
  async bulkUpdateAssets(@CurrentActor() actor: UserActor, @Body() body: BulkActionDto) {
    const action = body.toInput();
    return presentBulkOutcome(action, await this.bulk.execute(actor, action));
  }
}

function presentBulkOutcome(action: BulkAction, count: number) {
  return { detail: formatBulkOutcome(action, count) };
}
