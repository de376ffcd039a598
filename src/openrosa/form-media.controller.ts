import { Controller, Get, Param } from '@nestjs/common';
import { ApiFoundResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Requires } from '../authorization/policy';
import type { AskedPart } from '../domain/file/file-part';
import type { AssetAccess } from '../domain/permission/asset-access';
import { ANY_TYPE } from '../http/negotiation/accept.guard';
import { AskedRange } from '../http/streaming/asked-range';
import { CollectorBase } from './collector-base';
import { FormFiles } from './form-files';
import { presentFormMedia, presentManifest } from './openrosa.presenter';

/** The files that travel with a form (contract-data 4.2). */
@ApiTags('OpenRosa')
@Controller()
export class FormMediaController {
  constructor(private readonly files: FormFiles) {}

  @Get(['xformsManifest/:uid', ':username/xformsManifest/:uid'])
  @Requires('add_submissions', { family: 'openrosa' })
  @ApiProduces('text/xml')
  @ApiOperation({ summary: 'The files that travel with the XForm' })
  @ApiOkResponse({ schema: { type: 'string' } })
  async manifest(access: AssetAccess<'add_submissions'>, @CollectorBase() base: string) {
    return presentManifest(base, access.assetUid, await this.files.manifestOf(access));
  }

  @Get(['xformsMedia/:uid/:file', ':username/xformsMedia/:uid/:file'])
  @Requires('add_submissions', { family: 'openrosa' })
  @ApiProduces(ANY_TYPE)
  @ApiOperation({ summary: 'One of them; the ending of its name may follow its uid' })
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiFoundResponse({ description: 'The file is a remote one; `Location` is where.' })
  async content(
    access: AssetAccess<'add_submissions'>,
    @Param('file') file: string,
    @AskedRange() asked: AskedPart,
  ) {
    return presentFormMedia(await this.files.content(access, file, asked));
  }
}
