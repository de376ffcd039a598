import { Controller, Get, Param } from '@nestjs/common';
import { ApiBadRequestResponse, ApiNotFoundResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { PastSubmissionDto } from './dto/history.dto';
import { presentPastSubmission } from './submission-history.presenter';
import { SubmissionHistoryService } from './submission-history.service';

@ApiTags('Data')
@ApiBadRequestResponse({ description: 'The asset was never deployed.' })
@ApiNotFoundResponse({ description: 'There is no such submission, or the caller may not see it.' })
@Controller('api/v2/assets/:uid/data/:id/history')
export class SubmissionHistoryController {
  constructor(private readonly history: SubmissionHistoryService) {}

  @Get()
  @Requires('view_submissions')
  @ApiOperation({ summary: 'What a submission was before each edit, the first state first' })
  async list(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @PageOf(PastSubmissionDto) asked: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    return presentPage(asked, await this.history.of(access, id, asked.window), (past) =>
      presentPastSubmission(links, access.assetUid, past),
    );
  }
}
