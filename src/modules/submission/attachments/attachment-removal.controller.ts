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
import { CurrentActor, Requires } from '../../../authorization/policy';
import type { Actor } from '../../../domain/account/actor';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { IgnoresBody } from '../../../http/body/body-declaration';
import { AttachmentRemovalService } from './attachment-removal.service';
import { presentRemovedAttachments } from './attachment.presenter';
import { AttachmentSelectionDto, RemovedAttachmentsDto } from './dto/attachment.dto';

const SEE = { see: 'view_submissions' } as const;

@ApiTags('Data')
@ApiForbiddenResponse({
  description: 'The caller may view the submissions, but may not change all of them.',
})
@ApiNotFoundResponse({ description: 'The asset does not exist, or the caller may not view its submissions.' })
@Controller('api/v2/assets/:uid/attachments')
export class AttachmentRemovalController {
  constructor(private readonly removal: AttachmentRemovalService) {}

  @Delete('bulk')
  @HttpCode(202)
  @Requires('change_submissions', SEE)
  @ApiOperation({
    summary: 'Delete all attachments of many submissions',
    description: 'Deletes permanently, all or none. The answers stay.',
  })
  @ApiAcceptedResponse({ type: RemovedAttachmentsDto })
  @ApiBadRequestResponse({
    description: 'The selection is empty, or contains a submission of another asset.',
  })
  async bulkDeleteAttachments(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() body: AttachmentSelectionDto,
  ) {
    return presentRemovedAttachments(await this.removal.remove(actor, access, body.toInput()));
  }

  @Delete(':attachment')
  @HttpCode(204)
  @IgnoresBody()
  @Requires('change_submissions', SEE)
  @ApiOperation({
    summary: 'Delete an attachment',
    description:
      'Deletes permanently. The submission continues to list the attachment, with `is_deleted` true.',
  })
  @ApiNoContentResponse({ description: 'The attachment is deleted.' })
  @ApiBadRequestResponse({ description: 'The asset has no such attachment, or it is already deleted.' })
  async deleteAttachment(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('attachment') uid: string,
  ) {
    await this.removal.remove(actor, access, { kind: 'one', uid });
  }
}
