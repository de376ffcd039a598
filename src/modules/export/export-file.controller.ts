import { Controller, Get, Param } from '@nestjs/common';
import {
  ApiForbiddenResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { AccessInService, CurrentActor } from '../../authorization/policy';
import type { Actor } from '../../domain/account/actor';
import type { RangeRequest } from '../../domain/file/file-part';
import { ANY_TYPE } from '../../http/negotiation/accept.guard';
import { fileResponse, RangeHeaders } from '../../http/streaming/file-response';
import { ExportService } from './export.service';

/** Export files, under the paths of KoboToolbox. */
@ApiTags('Exports')
@Controller('private-media/:username/exports/:uid')
export class ExportFileController {
  constructor(private readonly exports: ExportService) {}

  @Get(':file')
  @AccessInService('view_submissions')
  @ApiOperation({
    operationId: 'downloadExportFile',
    summary: 'Download the file of an export',
    description: 'Serves the user who created the export, and superusers. Supports `Range`.',
  })
  @ApiProduces(ANY_TYPE)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiForbiddenResponse({ description: 'The file belongs to another user.' })
  @ApiNotFoundResponse({
    description: 'The file does not exist, or the caller may no longer view its submissions.',
  })
  async download(
    @CurrentActor() actor: Actor,
    @Param('username') username: string,
    @Param('uid') assetUid: string,
    @Param('file') fileName: string,
    @RangeHeaders() range: RangeRequest,
  ) {
    return fileResponse(await this.exports.open(actor, { username, assetUid, fileName }, range));
  }
}
