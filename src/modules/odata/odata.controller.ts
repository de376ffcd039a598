import {
  ApiProperty,
  ApiPropertyOptional,
  ApiSchema,
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
import { applyDecorators, Controller, Get, Header, Param, Query } from '@nestjs/common';
import { CurrentActor, Priority, Requires, SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { csdl } from '../../domain/odata/csdl';
import { listCsdl } from '../../domain/odata/entity-list-model';
import type { ODataOptions } from '../../domain/odata/entity-set-query';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { Endpoint } from '../../http/endpoint';
import { ODataPreferences, type ODataPreferenceValues } from '../../http/negotiation/request';
import { type Links, ResponseLinks } from '../../http/url/links';
import { ListOdataService } from './list-odata.service';
import { presentMetadata, presentODataResult, presentServiceDocument } from './odata.presenter';
import { type ODataRequest, OdataService } from './odata.service';

const ROOT = 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/odata/';
const NONE = 'Absent with `odata.metadata=none`.';

class EntitySetDto {
  @ApiProperty({ example: 'Submissions' }) name!: string;
  @ApiProperty({ example: 'EntitySet' }) kind!: string;
  @ApiProperty({ example: 'Submissions', description: 'Relative to the service root.' }) url!: string;
}

class ServiceDocumentDto {
  @ApiPropertyOptional({ example: `${ROOT}$metadata`, description: NONE }) '@odata.context'?: string;
  @ApiProperty({ type: [EntitySetDto] }) value!: EntitySetDto[];
}

@ApiSchema({
  description: 'Rows of an entity set in `value`. A single row has its properties on this level instead.',
})
class ODataResponseDto {
  @ApiPropertyOptional({ example: `${ROOT}$metadata#Submissions`, description: NONE })
  '@odata.context'?: string;
  @ApiPropertyOptional({ type: 'integer', example: 1 }) '@odata.count'?: number;
  @ApiPropertyOptional({ type: 'array', items: { type: 'object', additionalProperties: true } })
  value?: object[];
  @ApiPropertyOptional({ example: `${ROOT}Submissions?$skiptoken=WzEwMDAsMF0` }) '@odata.nextLink'?: string;
}

/** Query options as name, example, description. */
const OPTIONS = [
  [
    '$filter',
    "age gt 5 and contains(name,'sha')",
    'Condition on properties of the row or of its submission.',
  ],
  ['$search', 'well "hand pump"', 'Words and phrases that text properties contain, in any letter case.'],
  [
    '$apply',
    'groupby((village),aggregate($count as total,age with average as mean))',
    'Groups with counts, sums, averages, minima and maxima in place of rows.',
  ],
  ['$orderby', 'age desc,name', 'Properties to sort by, each with an optional `asc` or `desc`.'],
  ['$top', '100', 'Maximum number of rows. Default: all.'],
  ['$skip', '0', 'Number of rows to skip. Default: 0.'],
  ['$count', 'true', '`true` adds the total number of rows as `@odata.count`. Default: false.'],
  ['$select', 'name,age', 'Properties to return. Default: all.'],
  [
    '$expand',
    'child($select=first_name;$filter=age lt 5)',
    'Related rows to include, with options in parentheses.',
  ],
] as const;

/** Documents a route that returns rows, a single row, or a count, depending on the path. */
const ReturnsRows = (summary: string, description: string): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary, description }),
    ApiExtraModels(ODataResponseDto),
    ApiOkResponse({
      content: {
        'application/json': { schema: { $ref: getSchemaPath(ODataResponseDto) } },
        'text/plain': { schema: { type: 'integer' } },
      },
    }),
    ApiBadRequestResponse({
      description: 'A query option or key is invalid, or the asset was never deployed.',
    }),
    ApiHeader({
      name: 'Prefer',
      required: false,
      example: 'odata.maxpagesize=100',
      description: 'Page size. Further pages are linked by `@odata.nextLink`.',
    }),
    ...OPTIONS.map(([name, example, description]) =>
      ApiQuery({ name, type: String, required: false, example, description }),
    ),
  );

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
    @ODataPreferences() { level }: ODataPreferenceValues,
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
    @ODataPreferences() preferences: ODataPreferenceValues,
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
    @ODataPreferences() preferences: ODataPreferenceValues,
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
    @ODataPreferences() preferences: ODataPreferenceValues,
    @ResponseLinks() links: Links,
  ) {
    return this.respond(access, { segments: [set, below, further], options }, preferences, links);
  }

  private async respond(
    access: AssetAccess<'view_submissions'>,
    { segments, options }: Pick<ODataRequest, 'segments' | 'options'>,
    { pageSize, level }: ODataPreferenceValues,
    links: Links,
  ) {
    const root = level === 'full' ? links.odataService(access.assetUid) : undefined;
    const request = { segments, options, pageSize, root };
    const result = await this.odata.read(access, request);
    return presentODataResult(links.odataService(access.assetUid), request, result, level);
  }
}

/** Entities of a list for spreadsheets, which authenticate with a user name and an API token as the password. */
@ApiTags('Entity lists')
@ApiNotFoundResponse({ description: 'The list or entity does not exist, or the caller may not view it.' })
@Controller('api/v2/entity-lists/:list/odata')
export class ListOdataController {
  constructor(private readonly odata: ListOdataService) {}

  @Endpoint('GET', {
    summary: 'Get the OData service document of an entity list',
    description: 'Lists its entity set, `Entities`.',
    returns: ServiceDocumentDto,
  })
  @Header('OData-Version', '4.0')
  @SignedIn()
  async getEntityListODataServiceDocument(
    @CurrentActor() actor: UserActor,
    @Param('list') list: string,
    @ResponseLinks() links: Links,
    @ODataPreferences() { level }: ODataPreferenceValues,
  ) {
    return presentServiceDocument(links.entityListOData(list), await this.odata.model(actor, list), level);
  }

  @Endpoint('GET $metadata', {
    summary: 'Get the OData metadata of an entity list',
    description: 'Describes the key `__id`, `label`, `__system` and the properties of the list, in CSDL XML.',
    returns: { schema: { type: 'string' } },
  })
  @Header('OData-Version', '4.0')
  @SignedIn()
  @ApiProduces('application/xml')
  async getEntityListODataMetadata(@CurrentActor() actor: UserActor, @Param('list') list: string) {
    return presentMetadata(listCsdl(await this.odata.model(actor, list)));
  }

  @Get(':set')
  @Header('OData-Version', '4.0')
  @Priority('parsed')
  @SignedIn()
  @ReturnsRows(
    'Query the entities of a list by OData',
    "Returns a page of `Entities`, or the single one of a key, as in `Entities('3f15cdfb-8d5c-4a39-9fd1-58c9a1b6a0f2')`. " +
      'Members of `__system` are named as `__system/createdAt`. `$apply` and `$expand` are not supported.',
  )
  queryEntityListOData(
    @CurrentActor() actor: UserActor,
    @Param('list') list: string,
    @Param('set') set: string,
    @Query() options: ODataOptions,
    @ODataPreferences() preferences: ODataPreferenceValues,
    @ResponseLinks() links: Links,
  ) {
    return this.respond(actor, list, { segments: [set], options }, preferences, links);
  }

  @Get(':set/:below')
  @Header('OData-Version', '4.0')
  @Priority('parsed')
  @SignedIn()
  @ReturnsRows(
    'Count the entities of a list by OData',
    'Returns the number of entities, as in `Entities/$count`.',
  )
  countEntityListOData(
    @CurrentActor() actor: UserActor,
    @Param('list') list: string,
    @Param('set') set: string,
    @Param('below') below: string,
    @Query() options: ODataOptions,
    @ODataPreferences() preferences: ODataPreferenceValues,
    @ResponseLinks() links: Links,
  ) {
    return this.respond(actor, list, { segments: [set, below], options }, preferences, links);
  }

  private async respond(
    actor: UserActor,
    list: string,
    { segments, options }: { segments: readonly string[]; options: ODataOptions },
    { pageSize, level }: ODataPreferenceValues,
    links: Links,
  ) {
    const request = { segments, options, pageSize };
    const result = await this.odata.read(actor, list, request);
    return presentODataResult(links.entityListOData(list), request, result, level);
  }
}
