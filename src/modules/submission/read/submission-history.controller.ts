import { Controller, Get, Param } from '@nestjs/common';
import { ApiBadRequestResponse, ApiNotFoundResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../../authorization/policy';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { PaginatedList } from '../../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../../http/url/links';
import { SubmissionHistoryService } from './submission-history.service';
import { presentPastSubmission } from './submission.presenter';
import { PastSubmissionDto } from './dto/submission.dto';

@ApiTags('Data')
@ApiBadRequestResponse({ description: 'The asset was never deployed.' })
@ApiNotFoundResponse({ description: 'The submission does not exist, or the caller may not view it.' })
@Controller('api/v2/assets/:uid/data/:id/history')
export class SubmissionHistoryController {
  constructor(private readonly history: SubmissionHistoryService) {}

  @Get()
  @Requires('view_submissions')
  @ApiOperation({
    summary: 'List the earlier states of a submission',
    description: 'One entry per edit, the first state first.',
  })
  async listSubmissionHistory(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @PaginatedList(PastSubmissionDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.history.list(access, id, page.window), (past) =>
      presentPastSubmission(links, access.assetUid, past),
    );
  }
}
