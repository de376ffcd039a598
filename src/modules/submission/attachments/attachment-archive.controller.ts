import { Controller, Get } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Requires, Priority } from '../../../authorization/policy';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { AttachmentArchiveService } from './attachment-archive.service';
import { presentArchive } from './attachment.presenter';

@ApiTags('Data')
@Controller('api/v2/assets/:uid')
export class AttachmentArchiveController {
  constructor(private readonly archives: AttachmentArchiveService) {}

  @Get('data.zip')
  @Priority('low')
  @Requires('view_submissions')
  @ApiOperation({
    summary: 'Download all attachments as ZIP',
    description:
      'Streams the attachments of the submissions that the caller may view, in one folder per submission, named by its root uuid.',
  })
  @ApiProduces('application/zip')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiBadRequestResponse({ description: 'The asset was never deployed.' })
  async downloadAttachments(access: AssetAccess<'view_submissions'>) {
    return presentArchive(access.assetUid, await this.archives.zip(access));
  }
}
