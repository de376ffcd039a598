import { Controller, Get, Param, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { Requires } from '../../../authorization/policy';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import type { DataPage } from '../../../domain/query/data-page';
import { Pagination, PaginatedList } from '../../../http/pagination/paginated-list';
import type { PageRequest } from '../../../http/pagination/present-page';
import { DataPagePipe, XmlPagePipe } from '../read/data-page.pipe';
import { SubmissionDto, SubmissionQueryDto } from '../read/dto/submission.dto';
import { presentFeatures, presentInstance, presentInstances } from './submission-format.presenter';
import { SubmissionFormatService } from './submission-format.service';
import { AbortOnDisconnect } from '../../../http/disconnect';
import { FeatureCollectionDto, FeatureDto, FeatureQueryDto } from './dto/stream.dto';

const XML = 'application/xml';

@ApiTags('Data')
@ApiBadRequestResponse({ description: 'A parameter is invalid, or the asset was never deployed.' })
@ApiNotFoundResponse({
  description: 'The asset or submission does not exist, or the caller may not view it.',
})
@Controller('api/v2/assets/:uid')
export class SubmissionFormatController {
  constructor(private readonly formats: SubmissionFormatService) {}

  @Get('data.xml')
  @Requires('view_submissions')
  @ApiOperation({
    summary: 'List submissions as XML',
    description: 'The instances as submitted, ordered by `_id`.',
  })
  @ApiProduces(XML)
  async listSubmissionsAsXml(
    access: AssetAccess<'view_submissions'>,
    @PaginatedList(SubmissionDto, XmlPagePipe) request: PageRequest<DataPage>,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return presentInstances(request, await this.formats.instances(access, request.window, signal));
  }

  @Get('data.geojson')
  @Requires('view_submissions')
  @ApiOperation({
    summary: 'List submissions as GeoJSON',
    description:
      'Submissions of the page without a location are omitted. A location in a repeat is a feature of its own, ' +
      'with the answers of its copy and those around it, `_id`, `_index`, `_parent_table_name` and `_parent_index`.',
  })
  @ApiOkResponse({ type: FeatureCollectionDto })
  async listSubmissionsAsGeoJson(
    access: AssetAccess<'view_submissions'>,
    @Pagination(DataPagePipe) request: PageRequest<DataPage>,
    @Query() query: FeatureQueryDto,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return presentFeatures(await this.formats.features(access, request.window, query.toInput(), signal));
  }

  @Get('data/:id.xml')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'Get a submission as XML', description: 'The instance as submitted.' })
  @ApiProduces(XML)
  @ApiOkResponse({ schema: { type: 'string' } })
  async getSubmissionAsXml(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @Query() query: SubmissionQueryDto,
  ) {
    return presentInstance(await this.formats.instance(access, id, query.toInput()));
  }

  @Get('data/:id.geojson')
  @Requires('view_submissions')
  @ApiOperation({
    summary: 'Get a submission as GeoJSON',
    description:
      '`geometry` is null if the submission has no location, a GeometryCollection if all of them are in repeats.',
  })
  @ApiOkResponse({ type: FeatureDto })
  async getSubmissionAsGeoJson(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @Query() query: SubmissionQueryDto,
    @Query() feature: FeatureQueryDto,
  ) {
    return this.formats.feature(access, id, query.toInput(), feature.toInput());
  }
}
