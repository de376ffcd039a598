import { Controller, Get, Param } from '@nestjs/common';
import { ApiFoundResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Requires } from '../authorization/policy';
import type { RangeRequest } from '../domain/file/file-part';
import type { AssetAccess } from '../domain/permission/asset-access';
import { ANY_TYPE } from '../http/negotiation/accept.guard';
import { RangeHeaders } from '../http/streaming/file-response';
import { ReadsRemote } from '../http/streaming/reads-remote';
import { CollectorBase } from './request-parameters';
import { FormFiles } from './form-files';
import { presentFormMedia, presentManifest } from './openrosa.presenter';

@ApiTags('OpenRosa')
@Controller()
export class FormMediaController {
  constructor(private readonly files: FormFiles) {}

  @Get(['xformsManifest/:uid', ':username/xformsManifest/:uid'])
  @Requires('add_submissions', { family: 'openrosa' })
  @ApiProduces('text/xml')
  @ApiOperation({ summary: 'List the media files of a form' })
  @ApiOkResponse({ schema: { type: 'string' } })
  async listFormMedia(access: AssetAccess<'add_submissions'>, @CollectorBase() base: string) {
    return presentManifest(base, access.assetUid, await this.files.manifestOf(access));
  }

  @Get(['xformsMedia/:uid/:file', ':username/xformsMedia/:uid/:file'])
  @Requires('add_submissions', { family: 'openrosa' })
  @ApiProduces(ANY_TYPE)
  @ApiOperation({
    summary: 'Download a media file of a form',
    description: 'The uid may be followed by a file extension.',
  })
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiFoundResponse({ description: 'The file is remote; `Location` has its URL.' })
  async getFormMedia(
    access: AssetAccess<'add_submissions'>,
    @Param('file') file: string,
    @RangeHeaders() range: RangeRequest,
    @ReadsRemote() readsRemote: boolean,
  ) {
    return presentFormMedia(await this.files.content(access, file, range, readsRemote));
  }
}
