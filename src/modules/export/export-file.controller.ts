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
import type { AskedPart } from '../../domain/file/file-part';
import { ANY_TYPE } from '../../http/negotiation/accept.guard';
import { AskedRange } from '../../http/streaming/asked-range';
import { fileAnswer } from '../../http/streaming/file-answer';
import { ExportService } from './export.service';

/** The links of exports, whose paths existing clients know. */
@ApiTags('Exports')
@Controller('private-media/:username/exports/:uid')
export class ExportFileController {
  constructor(private readonly exports: ExportService) {}

  @Get(':file')
  @AccessInService('view_submissions')
  @ApiOperation({ summary: 'The file of an export, for whoever asked for it' })
  @ApiProduces(ANY_TYPE)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiForbiddenResponse({ description: 'Somebody else’s files.' })
  @ApiNotFoundResponse({
    description: 'There is no such file, or the caller may not see what is in it any more.',
  })
  async open(
    @CurrentActor() actor: Actor,
    @Param('username') username: string,
    @Param('uid') assetUid: string,
    @Param('file') fileName: string,
    @AskedRange() asked: AskedPart,
  ) {
    return fileAnswer(await this.exports.open(actor, { username, assetUid, fileName }, asked));
  }
}
