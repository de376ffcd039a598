import { Body, Controller, Param } from '@nestjs/common';
import { ApiForbiddenResponse, ApiNotFoundResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, Requires, SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { Endpoint } from '../../http/endpoint';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { created } from '../../http/reply';
import { type Links, ResponseLinks } from '../../http/url/links';
import { EntityListService } from './entity-list.service';
import { EntityListDetailDto, EntityProblemDto } from './entity-responses.dto';
import { CreateEntityListDto, UpdateEntityListDto } from './entity.dto';
import { presentEntityList, presentEntityProblem } from './entity.presenter';
import { EntityService } from './entity.service';

const NOT_FOUND = { description: 'The list does not exist, or the caller may not view it.' };
const NOT_OWNER = { description: 'The caller may view the list and does not own it.' };

@ApiTags('Entity lists')
@Controller('api/v2/entity-lists')
export class EntityListController {
  constructor(private readonly lists: EntityListService) {}

  @Endpoint('GET', {
    summary: 'List entity lists',
    description:
      'Lists of the caller, and those used by projects of which the caller may view all submissions; by name.',
  })
  @SignedIn()
  async listEntityLists(
    @CurrentActor() actor: UserActor,
    @PaginatedList(EntityListDetailDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.lists.list(actor, page.window), (list) =>
      presentEntityList(links, list),
    );
  }

  @Endpoint('POST', {
    summary: 'Create an entity list',
    description: 'Forms that declare a list create it when they are deployed.',
    returns: EntityListDetailDto,
    fails: { 400: 'Validation errors by field.' },
  })
  @SignedIn()
  async createEntityList(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateEntityListDto,
    @ResponseLinks() links: Links,
  ) {
    return created(presentEntityList(links, await this.lists.create(actor, body.toInput())));
  }

  @Endpoint('GET :list', { summary: 'Get an entity list', returns: EntityListDetailDto })
  @SignedIn()
  @ApiNotFoundResponse(NOT_FOUND)
  async getEntityList(
    @CurrentActor() actor: UserActor,
    @Param('list') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentEntityList(links, await this.lists.show(actor, uid));
  }

  @Endpoint('PATCH :list', {
    summary: 'Update an entity list',
    description:
      'Adds properties, or says whether submissions need approval. Properties are not removed, as entries may have them.',
    returns: EntityListDetailDto,
    fails: { 400: 'Validation errors by field.' },
  })
  @SignedIn()
  @ApiForbiddenResponse(NOT_OWNER)
  @ApiNotFoundResponse(NOT_FOUND)
  async updateEntityList(
    @CurrentActor() actor: UserActor,
    @Param('list') uid: string,
    @Body() body: UpdateEntityListDto,
    @ResponseLinks() links: Links,
  ) {
    return presentEntityList(links, await this.lists.update(actor, uid, body.toInput()));
  }

  @Endpoint('DELETE :list', {
    summary: 'Delete an entity list',
    description: 'Deletes its entries and their versions too. Submissions stay.',
    fails: { 409: 'Active forms save to the list or read it.' },
  })
  @SignedIn()
  @ApiForbiddenResponse(NOT_OWNER)
  @ApiNotFoundResponse(NOT_FOUND)
  deleteEntityList(@CurrentActor() actor: UserActor, @Param('list') uid: string) {
    return this.lists.delete(actor, uid);
  }
}

@ApiTags('Entity lists')
@Controller('api/v2/assets/:uid/entity-problems')
export class EntityProblemController {
  constructor(private readonly entities: EntityService) {}

  @Endpoint('GET', {
    summary: 'List entities of submissions that could not be applied',
    description:
      'Newest first. `waiting` ones are applied when an earlier update of the same device arrives.',
  })
  @Requires('view_asset', { also: 'view_submissions' })
  @ApiNotFoundResponse({
    description: 'The asset does not exist, or the caller may not view all its submissions.',
  })
  async listEntityProblems(
    access: AssetAccess<'view_asset'>,
    @PaginatedList(EntityProblemDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.entities.problems(access, page.window), (problem) =>
      presentEntityProblem(links, access.assetUid, problem),
    );
  }
}
