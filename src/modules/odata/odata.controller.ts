import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiNotFoundResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Priority, Requires } from '../../authorization/policy';
import { csdl } from '../../domain/odata/csdl';
import type { ODataOptions } from '../../domain/odata/entity-set-query';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { Endpoint } from '../../http/endpoint';
import { type Links, ResponseLinks } from '../../http/url/links';
import { ODataPreferences, type Preferences, ReturnsRows, ServiceDocumentDto } from './odata.dto';
import { presentMetadata, presentODataResult, presentServiceDocument } from './odata.presenter';
import { type ODataRequest, OdataService } from './odata.service';

/** Spreadsheets authenticate with a user name and an API token as the password (decision 23). */
@ApiTags('OData')
@ApiNotFoundResponse({ description: 'The resource does not exist, or is not visible to the caller.' })
@Controller('api/v2/assets/:uid/odata')
export class OdataController {
  constructor(private readonly odata: OdataService) {}

  @Endpoint('GET', {
    summary: 'Get the OData service document',
    description: 'Lists the entity sets: the top level of the form (`Submissions`) and each repeat group.',
    returns: ServiceDocumentDto,
    fails: { 400: 'The asset was never deployed.' },
  })
  @Header('OData-Version', '4.0')
  @Requires('view_submissions', { family: 'odata' })
  async getODataServiceDocument(
    access: AssetAccess<'view_submissions'>,
    @ResponseLinks() links: Links,
    @ODataPreferences() { level }: Preferences,
  ) {
    return presentServiceDocument(links.odataService(access.assetUid), await this.odata.model(access), level);
  }

  @Endpoint('GET $metadata', {
    summary: 'Get the OData metadata',
    description: 'Describes keys, properties and navigation properties of all entity sets, in CSDL XML.',
    returns: { schema: { type: 'string' } },
    fails: { 400: 'The asset was never deployed.' },
  })
  @Header('OData-Version', '4.0')
  @Requires('view_submissions', { family: 'odata' })
  @ApiProduces('application/xml')
  async getODataMetadata(access: AssetAccess<'view_submissions'>) {
    return presentMetadata(csdl(await this.odata.model(access)));
  }

  @Get(':set')
  @Header('OData-Version', '4.0')
  @Priority('parsed')
  @Requires('view_submissions', { family: 'odata' })
  @ReturnsRows(
    'Query an OData entity set',
    'Returns a page of rows, or the single row of a key, as in `Submissions(12)`.',
  )
  async queryODataEntitySet(
    access: AssetAccess<'view_submissions'>,
    @Param('set') set: string,
    @Query() options: ODataOptions,
    @ODataPreferences() preferences: Preferences,
    @ResponseLinks() links: Links,
  ) {
    return this.respond(access, { segments: [set], options }, preferences, links);
  }

  @Get(':set/:below')
  @Header('OData-Version', '4.0')
  @Priority('parsed')
  @Requires('view_submissions', { family: 'odata' })
  @ReturnsRows(
    'Query related OData rows',
    'Returns the rows or the row of a navigation property, as in `Submissions(12)/child`, or the number of rows of a set ' +
      '(`Submissions/$count`).',
  )
  async queryODataNavigation(
    access: AssetAccess<'view_submissions'>,
    @Param('set') set: string,
    @Param('below') below: string,
    @Query() options: ODataOptions,
    @ODataPreferences() preferences: Preferences,
    @ResponseLinks() links: Links,
  ) {
    return this.respond(access, { segments: [set, below], options }, preferences, links);
  }

  @Get(':set/:below/:further')
  @Header('OData-Version', '4.0')
  @Priority('parsed')
  @Requires('view_submissions', { family: 'odata' })
  @ReturnsRows(
    'Count related OData rows',
    'Returns the number of rows of a navigation property, as in `Submissions(12)/child/$count`, or the rows in a row of a ' +
      'repeat, as in `Submissions(12)/child(3)/toy`.',
  )
  async countODataNavigation(
    access: AssetAccess<'view_submissions'>,
    @Param('set') set: string,
    @Param('below') below: string,
    @Param('further') further: string,
    @Query() options: ODataOptions,
    @ODataPreferences() preferences: Preferences,
    @ResponseLinks() links: Links,
  ) {
    return this.respond(access, { segments: [set, below, further], options }, preferences, links);
  }

  private async respond(
    access: AssetAccess<'view_submissions'>,
    { segments, options }: Pick<ODataRequest, 'segments' | 'options'>,
    { pageSize, level }: Preferences,
    links: Links,
  ) {
    const root = level === 'full' ? links.odataService(access.assetUid) : undefined;
    const request = { segments, options, pageSize, root };
    const result = await this.odata.read(access, request);
    return presentODataResult(links.odataService(access.assetUid), request, result, level);
  }
}
