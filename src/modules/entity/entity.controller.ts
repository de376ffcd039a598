import { Body, Controller, Param, Query } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiForbiddenResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Priority, SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { UploadedFile } from '../../domain/file/staged-file';
import { AcceptsFile } from '../../http/body/body-reader';
import { SentFile } from '../../http/body/uploaded-file';
import { Endpoint } from '../../http/endpoint';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { created } from '../../http/reply';
import { type Links, ResponseLinks } from '../../http/url/links';
import { EntityDto, EntityVersionDto } from './entity-responses.dto';
import { CreateEntityDto, EntityCsvQueryDto, EntityQueryDto, UpdateEntityDto } from './entity.dto';
import { UploadedEntitiesDto, UploadEntitiesDto, UploadQueryDto } from './entity-upload.dto';
import { EntityUploadFileService } from './entity-upload-file.service';
import { presentEntity, presentEntityCsv, presentEntityVersion, presentUpload } from './entity.presenter';
import { EntityService } from './entity.service';

const NO_LIST = { description: 'The list does not exist, or the caller may not view it.' };
const NOT_FOUND = { description: 'The list or entry does not exist, or the caller may not view it.' };
const READ_ONLY = { description: 'The caller may view the list and not change its entries.' };

@ApiTags('Entity lists')
@Controller('api/v2/entity-lists/:list')
export class EntityController {
  constructor(
    private readonly entities: EntityService,
    private readonly uploads: EntityUploadFileService,
  ) {}

  @Endpoint('GET entities', { summary: 'List entities', description: 'Oldest first, without deleted ones.' })
  @SignedIn()
  @ApiNotFoundResponse(NO_LIST)
  async listEntities(
    @CurrentActor() actor: UserActor,
    @Param('list') list: string,
    @Query() query: EntityQueryDto,
    @PaginatedList(EntityDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.entities.list(actor, list, query.toInput(), page.window), (entity) =>
      presentEntity(links, list, entity),
    );
  }

  @Endpoint('POST entities', {
    summary: 'Create an entity',
    returns: EntityDto,
    fails: { 400: 'Validation errors by field.' },
  })
  @SignedIn()
  @ApiForbiddenResponse(READ_ONLY)
  @ApiNotFoundResponse(NO_LIST)
  async createEntity(
    @CurrentActor() actor: UserActor,
    @Param('list') list: string,
    @Body() body: CreateEntityDto,
    @ResponseLinks() links: Links,
  ) {
    return created(presentEntity(links, list, await this.entities.create(actor, list, body.toInput())));
  }

  @Endpoint('POST entities/bulk', {
    summary: 'Create and update entities from JSON or CSV',
    description:
      'Stores all rows in one transaction. Rows with the uuid of an entity update it with `update`, else they are refused; so ' +
      'are rows whose `__version` is no longer the current one. With `preview=true` nothing is stored: the response says what ' +
      'would be.',
    returns: UploadedEntitiesDto,
    fails: { 400: 'Rows are refused, without `skip_refused`; or validation errors by field.' },
  })
  @SignedIn()
  @AcceptsFile('file', { maxBytes: 'upload', text: 'content' })
  @Priority('low')
  @ApiConsumes('application/json', 'multipart/form-data', 'application/x-www-form-urlencoded')
  @ApiBody({ type: UploadEntitiesDto })
  @ApiOkResponse({ type: UploadedEntitiesDto, description: 'With `preview=true`.' })
  @ApiForbiddenResponse(READ_ONLY)
  @ApiNotFoundResponse(NO_LIST)
  async createEntities(
    @CurrentActor() actor: UserActor,
    @Param('list') list: string,
    @Query() { preview = false }: UploadQueryDto,
    @Body() body: UploadEntitiesDto,
    @SentFile() file: UploadedFile | undefined,
  ) {
    const upload = { ...body.toInput(file), preview };
    return presentUpload(await this.uploads.run(actor, list, upload), preview);
  }

  @Endpoint('GET entities.csv', {
    summary: 'Download entities as CSV',
    description: 'Has the columns of the file that forms read: `name` is the uuid.',
    returns: { schema: { type: 'string' } },
  })
  @SignedIn()
  @Priority('low')
  @ApiProduces('text/csv')
  @ApiNotFoundResponse(NO_LIST)
  async downloadEntities(
    @CurrentActor() actor: UserActor,
    @Param('list') list: string,
    @Query() query: EntityCsvQueryDto,
  ) {
    return presentEntityCsv(await this.entities.csv(actor, list, query.toInput()));
  }

  @Endpoint('GET entities/:uuid', { summary: 'Get an entity', returns: EntityDto })
  @SignedIn()
  @ApiNotFoundResponse(NOT_FOUND)
  async getEntity(
    @CurrentActor() actor: UserActor,
    @Param('list') list: string,
    @Param('uuid') uuid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentEntity(links, list, await this.entities.show(actor, list, uuid));
  }

  @Endpoint('PATCH entities/:uuid', {
    summary: 'Update an entity',
    description: 'Adds a version. Absent properties stay; `resolve` ends a conflict.',
    returns: EntityDto,
    fails: { 400: 'Validation errors by field.', 409: 'The entry has another version than `base_version`.' },
  })
  @SignedIn()
  @ApiForbiddenResponse(READ_ONLY)
  @ApiNotFoundResponse(NOT_FOUND)
  async updateEntity(
    @CurrentActor() actor: UserActor,
    @Param('list') list: string,
    @Param('uuid') uuid: string,
    @Body() body: UpdateEntityDto,
    @ResponseLinks() links: Links,
  ) {
    return presentEntity(links, list, await this.entities.update(actor, list, uuid, body.toInput()));
  }

  @Endpoint('DELETE entities/:uuid', {
    summary: 'Delete an entity',
    description: 'It leaves the files of forms; its identifier is not used again.',
  })
  @SignedIn()
  @ApiForbiddenResponse(READ_ONLY)
  @ApiNotFoundResponse(NOT_FOUND)
  deleteEntity(@CurrentActor() actor: UserActor, @Param('list') list: string, @Param('uuid') uuid: string) {
    return this.entities.delete(actor, list, uuid);
  }

  @Endpoint('GET entities/:uuid/versions', {
    summary: 'List versions of an entity',
    description: 'Newest first.',
  })
  @SignedIn()
  @ApiNotFoundResponse(NOT_FOUND)
  async listEntityVersions(
    @CurrentActor() actor: UserActor,
    @Param('list') list: string,
    @Param('uuid') uuid: string,
    @PaginatedList(EntityVersionDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    const versions = await this.entities.versions(actor, list, uuid, page.window);
    return presentPage(page, versions, (version) => presentEntityVersion(links, version));
  }
}
