import { Controller, Param, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiNotFoundResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Priority, Requires } from '../../../authorization/policy';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import type { DataPage } from '../../../domain/query/data-page';
import { Endpoint } from '../../../http/endpoint';
import { Pagination, PaginatedList } from '../../../http/pagination/paginated-list';
import { type PageRequest, linkToPrevious } from '../../../http/pagination/present-page';
import { DataPagePipe, XmlPagePipe } from '../read/submission.pipe';
import { SubmissionDto, SubmissionQueryDto } from '../read/submission.dto';
import { SubmissionFormatService, type FeaturePage, type InstancePage } from './submission-format.service';
import { AbortOnDisconnect, Reply, StreamedBody } from '../../../http/reply';
import { FeatureCollectionDto, FeatureDto, FeatureQueryDto } from './stream.dto';
import { ensureXmlDeclaration } from '../../../domain/submission/instance-document';
import type { Feature } from '../../../domain/export/feature-reader';
import { escapeText } from '../../../domain/text/xml-text';
import { writeTexts } from '../../../http/streaming/marker-transform';
import { linkToNext } from '../read/submission.presenter';

const XML_TYPE = 'application/xml';
/** Value of `next` and `previous` without such a page. */
const NO_PAGE = 'None';

/** The list as XML_TYPE (contract-data 2.4). */
function presentInstances(request: PageRequest, page: InstancePage): StreamedBody {
  const next = linkToNext(request, page.nextCursor) ?? NO_PAGE;
  const previous = linkToPrevious(request) ?? NO_PAGE;
  const head =
    `<?xml version="1.0" encoding="utf-8"?><root><count>${page.count}</count>` +
    `<next>${escapeText(next)}</next><previous>${escapeText(previous)}</previous><results>`;
  return streamed(XML_TYPE, framed(head, page.chunks(), '</results></root>'));
}

function presentInstance(xml: string): Reply<Buffer> {
  return new Reply(200, Buffer.from(ensureXmlDeclaration(xml)), { 'Content-Type': XML_TYPE });
}

/** The list as GeoJSON (contract-data 2.5). */
function presentFeatures({ name, chunks }: FeaturePage): StreamedBody {
  const head = `{"type":"FeatureCollection","name":${JSON.stringify(name)},"features":[`;
  return streamed('application/json', framed(head, joined(chunks()), ']}'));
}

function streamed(contentType: string, chunks: AsyncIterable<string>): StreamedBody {
  return new StreamedBody(contentType, (sink) => writeTexts(sink, chunks));
}

async function* framed(head: string, chunks: AsyncIterable<string>, tail: string): AsyncIterable<string> {
  yield head;
  yield* chunks;
  yield tail;
}

async function* joined(chunks: AsyncIterable<readonly Feature[]>): AsyncIterable<string> {
  let separator = '';
  for await (const features of chunks) {
    if (features.length === 0) continue;
    yield separator + features.map((feature) => JSON.stringify(feature)).join(',');
    separator = ',';
  }
}

const XML = 'application/xml';

@ApiTags('Data')
@ApiBadRequestResponse({ description: 'A parameter is invalid, or the asset was never deployed.' })
@ApiNotFoundResponse({
  description: 'The asset or submission does not exist, or the caller may not view it.',
})
@Controller('api/v2/assets/:uid')
export class SubmissionFormatController {
  constructor(private readonly formats: SubmissionFormatService) {}

  @Endpoint('GET data.xml', {
    summary: 'List submissions as XML',
    description: 'The instances as submitted, ordered by `_id`.',
  })
  @Priority('parsed')
  @Requires('view_submissions')
  @ApiProduces(XML)
  async listSubmissionsAsXml(
    access: AssetAccess<'view_submissions'>,
    @PaginatedList(SubmissionDto, XmlPagePipe) request: PageRequest<DataPage>,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return presentInstances(request, await this.formats.instances(access, request.window, signal));
  }

  @Endpoint('GET data.geojson', {
    summary: 'List submissions as GeoJSON',
    description:
      'Submissions of the page without a location are omitted. A location in a repeat is a feature of its own, ' +
      'with the answers of its copy and those around it, `_id`, `_index`, `_parent_table_name` and `_parent_index`.',
    returns: FeatureCollectionDto,
  })
  @Priority('parsed')
  @Requires('view_submissions')
  async listSubmissionsAsGeoJson(
    access: AssetAccess<'view_submissions'>,
    @Pagination(DataPagePipe) request: PageRequest<DataPage>,
    @Query() query: FeatureQueryDto,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return presentFeatures(
      await this.formats.features(access, request.window, query.geo_question_name, signal),
    );
  }

  @Endpoint('GET data/:id.xml', {
    summary: 'Get a submission as XML',
    description: 'The instance as submitted.',
    returns: { schema: { type: 'string' } },
  })
  @Requires('view_submissions')
  @ApiProduces(XML)
  async getSubmissionAsXml(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @Query() query: SubmissionQueryDto,
  ) {
    return presentInstance(await this.formats.instance(access, id, query.toInput()));
  }

  @Endpoint('GET data/:id.geojson', {
    summary: 'Get a submission as GeoJSON',
    description:
      '`geometry` is null if the submission has no location, a GeometryCollection if all of them are in repeats.',
    returns: FeatureDto,
  })
  @Requires('view_submissions')
  async getSubmissionAsGeoJson(
    access: AssetAccess<'view_submissions'>,
    @Param('id') id: string,
    @Query() query: SubmissionQueryDto,
    @Query() feature: FeatureQueryDto,
  ) {
    return this.formats.feature(access, id, query.toInput(), feature.geo_question_name);
  }
}
