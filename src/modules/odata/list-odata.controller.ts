import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiNotFoundResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { CurrentActor, Priority, SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { listCsdl } from '../../domain/odata/entity-list-model';
import type { ODataOptions } from '../../domain/odata/entity-set-query';
import { Endpoint } from '../../http/endpoint';
import { type Links, ResponseLinks } from '../../http/url/links';
import { ListOdataService } from './list-odata.service';
import { ODataPreferences, type Preferences, ReturnsRows, ServiceDocumentDto } from './odata.dto';
import { presentMetadata, presentODataResult, presentServiceDocument } from './odata.presenter';

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
    @ODataPreferences() { level }: Preferences,
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
    @ODataPreferences() preferences: Preferences,
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
    @ODataPreferences() preferences: Preferences,
    @ResponseLinks() links: Links,
  ) {
    return this.respond(actor, list, { segments: [set, below], options }, preferences, links);
  }

  private async respond(
    actor: UserActor,
    list: string,
    { segments, options }: { segments: readonly string[]; options: ODataOptions },
    { pageSize, level }: Preferences,
    links: Links,
  ) {
    const request = { segments, options, pageSize };
    const result = await this.odata.read(actor, list, request);
    return presentODataResult(links.entityListOData(list), request, result, level);
  }
}
