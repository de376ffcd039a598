import { Body, Controller, Delete, HttpCode, Param } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBadRequestResponse,
  ApiForbiddenResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../authorization/policy';
import type { Actor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { TakesNoBody } from '../../http/body/body-declaration';
import { AttachmentRemovalService } from './attachment-removal.service';
import { presentRemovedFiles } from './bulk.presenter';
import { AttachmentChoiceDto, RemovedFilesDto } from './dto/attachment.dto';

const SEE = { see: 'view_submissions' } as const;

/** Files that submissions lose; their answers stay. */
@ApiTags('Data')
@ApiForbiddenResponse({
  description: 'The caller may see the submissions, and may not take files from all of them.',
})
@ApiNotFoundResponse({ description: 'There is no such asset, or the caller may not see its submissions.' })
@Controller('api/v2/assets/:uid/attachments')
export class AttachmentRemovalController {
  constructor(private readonly removal: AttachmentRemovalService) {}

  @Delete('bulk')
  @HttpCode(202)
  @Requires('change_submissions', SEE)
  @ApiOperation({ summary: 'Removes all files of many submissions for good: all of them or none' })
  @ApiAcceptedResponse({ type: RemovedFilesDto })
  @ApiBadRequestResponse({ description: 'The body names nothing, or what is not of this asset.' })
  async removeMany(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() body: AttachmentChoiceDto,
  ) {
    return presentRemovedFiles(await this.removal.remove(actor, access, body.toInput()));
  }

  @Delete(':attachment')
  @HttpCode(204)
  @TakesNoBody()
  @Requires('change_submissions', SEE)
  @ApiOperation({ summary: 'Removes a file for good; its submission goes on telling that there was one' })
  @ApiNoContentResponse({ description: 'It is gone.' })
  @ApiBadRequestResponse({ description: 'The asset has no such file, or has it no more.' })
  async remove(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('attachment') uid: string,
  ) {
    await this.removal.remove(actor, access, { kind: 'one', uid });
  }
}
