import { Controller, Get, Param } from '@nestjs/common';
import { ApiBadRequestResponse, ApiNotFoundResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../authorization/policy';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { PaginatedList } from '../../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../../http/url/links';
import { ExpectedFileService } from './expected-file.service';
import { presentExpectedFile } from './attachment.presenter';
import { ExpectedFileDto } from './dto/attachment.dto';

@ApiTags('Data')
@ApiBadRequestResponse({ description: 'The asset was never deployed.' })
@ApiNotFoundResponse({ description: 'The submission does not exist, or the caller may not view it.' })
@Controller('api/v2/assets/:uid/data/:id/files')
export class ExpectedFileController {
  constructor(private readonly files: ExpectedFileService) {}

  @Get()
  @Requires('view_submissions')
  @ApiOperation({
    summary: 'List the expected files of a submission',
    description: 'Files that answers refer to: received, missing or removed.',
  })
  async listExpectedFiles(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @PaginatedList(ExpectedFileDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.files.list(access, id, page.window), (file) =>
      presentExpectedFile(links, access.assetUid, file),
    );
  }
}
