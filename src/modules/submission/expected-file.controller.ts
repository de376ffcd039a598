import { Controller, Get, Param } from '@nestjs/common';
import { ApiBadRequestResponse, ApiNotFoundResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { ExpectedFileDto } from './dto/expected-file.dto';
import { presentExpectedFile } from './expected-file.presenter';
import { ExpectedFileService } from './expected-file.service';

@ApiTags('Data')
@ApiBadRequestResponse({ description: 'The asset was never deployed.' })
@ApiNotFoundResponse({ description: 'There is no such submission, or the caller may not see it.' })
@Controller('api/v2/assets/:uid/data/:id/files')
export class ExpectedFileController {
  constructor(private readonly files: ExpectedFileService) {}

  @Get()
  @Requires('view_submissions')
  @ApiOperation({ summary: 'The files that the answers name, and which of them came' })
  async list(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @PageOf(ExpectedFileDto) asked: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    return presentPage(asked, await this.files.of(access, id, asked.window), (file) =>
      presentExpectedFile(links, access.assetUid, file),
    );
  }
}
