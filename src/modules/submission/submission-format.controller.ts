import { Controller, Get, Param, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { Requires } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { DataPage } from '../../domain/query/data-page';
import { Abandoned } from '../../http/abandoned';
import { AskedPageOf, PageOf } from '../../http/pagination/page-of';
import type { AskedPage } from '../../http/pagination/present-page';
import { DataPagePipe, XmlPagePipe } from './data-page.pipe';
import { FeatureCollectionDto, FeatureDto, FeatureQueryDto } from './dto/feature.dto';
import { SubmissionDto, SubmissionQueryDto } from './dto/submission.dto';
import {
  presentFeature,
  presentFeatures,
  presentInstance,
  presentInstances,
} from './submission-format.presenter';
import { SubmissionFormatService } from './submission-format.service';

const XML = 'application/xml';

/** Submissions as the XML that came, and on a map. */
@ApiTags('Data')
@ApiBadRequestResponse({ description: 'A parameter does not hold, or the asset was never deployed.' })
@ApiNotFoundResponse({ description: 'There is no such thing, or the caller may not see it.' })
@Controller('api/v2/assets/:uid')
export class SubmissionFormatController {
  constructor(private readonly formats: SubmissionFormatService) {}

  @Get('data.xml')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'The submissions as they came, oldest first' })
  @ApiProduces(XML)
  async instances(
    access: AssetAccess<'view_submissions'>,
    @PageOf(SubmissionDto, XmlPagePipe) asked: AskedPage<DataPage>,
    @Abandoned() abandoned: AbortSignal,
  ) {
    return presentInstances(asked, await this.formats.instances(access, asked.window, abandoned));
  }

  @Get('data.geojson')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'The submissions of a page that tell a place' })
  @ApiOkResponse({ type: FeatureCollectionDto })
  async features(
    access: AssetAccess<'view_submissions'>,
    @AskedPageOf(DataPagePipe) asked: AskedPage<DataPage>,
    @Query() query: FeatureQueryDto,
    @Abandoned() abandoned: AbortSignal,
  ) {
    return presentFeatures(await this.formats.features(access, asked.window, query.toInput(), abandoned));
  }

  @Get('data/:id.xml')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'One submission as it came' })
  @ApiProduces(XML)
  @ApiOkResponse({ schema: { type: 'string' } })
  async instance(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @Query() query: SubmissionQueryDto,
  ) {
    return presentInstance(await this.formats.instance(access, id, query.toInput()));
  }

  @Get('data/:id.geojson')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'One submission; its geometry is null where it tells no place' })
  @ApiOkResponse({ type: FeatureDto })
  async feature(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @Query() query: SubmissionQueryDto,
    @Query() place: FeatureQueryDto,
  ) {
    return presentFeature(await this.formats.feature(access, id, query.toInput(), place.toInput()));
  }
}
