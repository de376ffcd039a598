import { applyDecorators, Controller, Get, Header, Param, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiExtraModels,
  ApiHeader,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiQuery,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { Requires } from '../../authorization/policy';
import type { FeedOptions } from '../../domain/odata/feed-query';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { PreferredPageSize } from '../../http/pagination/preferred-page-size';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { FeedDocumentDto, FeedDto } from './dto/feed.dto';
import { presentFeed, presentFeedDocument, presentFeedMetadata } from './odata.presenter';
import { OdataService } from './odata.service';

const OPTIONS = {
  $filter: "age gt 5 and contains(name,'sha')",
  $orderby: 'age desc,name',
  $top: '100',
  $skip: '0',
  $count: 'true',
  $select: 'name,age',
  $expand: 'child($select=first_name)',
};

/** Rows of a set, one row, or how many there are: the path says which. */
const AnswersRows = (summary: string): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary }),
    ApiExtraModels(FeedDto),
    ApiOkResponse({
      content: {
        'application/json': { schema: { $ref: getSchemaPath(FeedDto) } },
        'text/plain': { schema: { type: 'integer' } },
      },
    }),
    ApiBadRequestResponse({ description: 'An option does not hold, or the asset was never deployed.' }),
    ApiHeader({ name: 'Prefer', required: false, example: 'odata.maxpagesize=100' }),
    ...Object.entries(OPTIONS).map(([name, example]) =>
      ApiQuery({ name, type: String, required: false, example }),
    ),
  );

/** Spreadsheets connect with its URL, a user's name, and a token as the password (decision 40). */
@ApiTags('Feed')
@ApiNotFoundResponse({ description: 'There is no such thing, or the caller may not see it.' })
@Controller('api/v2/assets/:uid/odata')
export class OdataController {
  constructor(private readonly feeds: OdataService) {}

  @Get()
  @Header('OData-Version', '4.0')
  @Requires('view_submissions', { family: 'feed' })
  @ApiOperation({ summary: 'The sets of the OData feed: the top level of the form and each repeat' })
  @ApiOkResponse({ type: FeedDocumentDto })
  @ApiBadRequestResponse({ description: 'The asset was never deployed.' })
  async document(access: AssetAccess<'view_submissions'>, @AnswerLinks() links: Links) {
    return presentFeedDocument(links, access.assetUid, await this.feeds.model(access));
  }

  @Get('$metadata')
  @Header('OData-Version', '4.0')
  @Requires('view_submissions', { family: 'feed' })
  @ApiOperation({ summary: 'What the rows of each set hold, in CSDL' })
  @ApiProduces('application/xml')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiBadRequestResponse({ description: 'The asset was never deployed.' })
  async metadata(access: AssetAccess<'view_submissions'>) {
    return presentFeedMetadata(await this.feeds.model(access));
  }

  @Get(':set')
  @Header('OData-Version', '4.0')
  @Requires('view_submissions', { family: 'feed' })
  @AnswersRows('The rows of a set, or the one whose key stands behind its name: `Submissions(12)`')
  async rows(
    access: AssetAccess<'view_submissions'>,
    @Param('set') set: string,
    @Query() options: FeedOptions,
    @PreferredPageSize() pageSize: number | undefined,
    @AnswerLinks() links: Links,
  ) {
    const question = { segments: [set], options, pageSize };
    return presentFeed(links, access.assetUid, question, await this.feeds.read(access, question));
  }

  @Get(':set/:below')
  @Header('OData-Version', '4.0')
  @Requires('view_submissions', { family: 'feed' })
  @AnswersRows('How many rows there are (`$count`), or the rows that one row leads to')
  async below(
    access: AssetAccess<'view_submissions'>,
    @Param('set') set: string,
    @Param('below') below: string,
    @Query() options: FeedOptions,
    @PreferredPageSize() pageSize: number | undefined,
    @AnswerLinks() links: Links,
  ) {
    const question = { segments: [set, below], options, pageSize };
    return presentFeed(links, access.assetUid, question, await this.feeds.read(access, question));
  }

  @Get(':set/:below/:further')
  @Header('OData-Version', '4.0')
  @Requires('view_submissions', { family: 'feed' })
  @AnswersRows('How many rows one row leads to (`$count`)')
  async further(
    access: AssetAccess<'view_submissions'>,
    @Param('set') set: string,
    @Param('below') below: string,
    @Param('further') further: string,
    @Query() options: FeedOptions,
    @PreferredPageSize() pageSize: number | undefined,
    @AnswerLinks() links: Links,
  ) {
    const question = { segments: [set, below, further], options, pageSize };
    return presentFeed(links, access.assetUid, question, await this.feeds.read(access, question));
  }
}
