import { Controller, Query, Param } from '@nestjs/common';
import { ApiResponse, ApiTags, ApiNotFoundResponse } from '@nestjs/swagger';
import { CurrentActor, Public, SignedIn } from '../../authorization/policy';
import type { Actor, UserActor } from '../../domain/account/actor';
import { Endpoint } from '../../http/endpoint';
import { NOT_MODIFIED } from '../../http/reply';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { ListWindowPipe } from '../../http/pagination/page-window.pipe';
import type { PageRequest } from '../../http/pagination/present-page';
import { ResponseCache } from '../../http/response-cache/response-cache';
import { type Links, ResponseLinks } from '../../http/url/links';
import {
  presentAssetHash,
  presentAssetPage,
  presentDeploymentCounts,
  presentListMetadata,
  presentMinimalPage,
  presentTagPage,
} from './asset-list.presenter';
import { presentWithCounts } from './asset.presenter';
import { AssetListService, OrganizationAssetService } from './asset-list.service';
import {
  AssetDto,
  AssetHashDto,
  AssetListMetadataDto,
  DeploymentCountsDto,
  MinimalAssetDto,
  MinimalAssetListDto,
  WithListMetadataDto,
  TagDto,
  ShownFieldsDto,
  AssetFilterDto,
  ListAssetsDto,
  OrderedAssetsDto,
} from './asset.dto';

/** Asset lists. Registered before AssetController, whose `:uid` matches these paths too. */
@ApiTags('Assets')
@Controller('api/v2/assets')
export class AssetListController {
  constructor(
    private readonly lists: AssetListService,
    private readonly responses: ResponseCache,
  ) {}

  @Endpoint('GET', {
    summary: 'List assets',
    description: 'By default: owned and granted assets, and followed public collections with their children.',
  })
  @Public()
  @ApiResponse(NOT_MODIFIED)
  async listAssets(
    @CurrentActor() actor: Actor,
    @Query() query: ListAssetsDto,
    @Query() fields: ShownFieldsDto,
    @PaginatedList(AssetDto, ListWindowPipe, [WithListMetadataDto]) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    const excluded = fields.excluded();
    const found = await this.responses.get(
      this.lists.list(actor, query.toInput(), query.toListing(), page.window),
      [page.url.href, links.asset(''), ...excluded],
      (assets) => presentAssetPage(links, page, assets, excluded),
    );
    return presentWithCounts(found);
  }

  @Endpoint('GET metadata', {
    summary: 'List the languages, countries, sectors and organizations of assets',
    returns: AssetListMetadataDto,
  })
  @Public()
  async getAssetListMetadata(@CurrentActor() actor: Actor, @Query() query: AssetFilterDto) {
    const read = this.lists.metadata(actor, query.toInput());
    return (await this.responses.get(read, [], presentListMetadata)).body;
  }

  @Endpoint('GET counts', {
    summary: 'Count surveys by deployment status',
    description: 'All counts are 0 for an anonymous caller.',
    returns: DeploymentCountsDto,
  })
  @Public()
  async countAssetsByDeployment(@CurrentActor() actor: Actor, @Query() query: AssetFilterDto) {
    const read = this.lists.deploymentCounts(actor, query.toInput());
    return (await this.responses.get(read, [], presentDeploymentCounts)).body;
  }

  @Endpoint('GET minimal-list', {
    summary: 'List assets with uid, name and deployment status only',
    returns: MinimalAssetListDto,
  })
  @Public()
  async listAssetNames(
    @CurrentActor() actor: Actor,
    @Query() query: OrderedAssetsDto,
    @PaginatedList(MinimalAssetDto) page: PageRequest,
  ) {
    const read = this.lists.minimalList(actor, query.toInput(), query.order(), page.window);
    return (await this.responses.get(read, [page.url.href], (found) => presentMinimalPage(page, found))).body;
  }

  @Endpoint('GET hash', {
    summary: 'Get the hash of the asset list',
    description: 'Changes when any listed asset gets a new version. Compare it to detect changes.',
    returns: AssetHashDto,
  })
  @SignedIn()
  async getAssetListHash(@CurrentActor() actor: UserActor) {
    return (await this.responses.get(this.lists.hash(actor), [], presentAssetHash)).body;
  }
}

const NOT_FOUND = { description: "The organization is not the caller's own." };

@ApiTags('Organizations')
@Controller('api/v2/organizations/:organization/assets')
export class OrganizationAssetController {
  constructor(
    private readonly assets: OrganizationAssetService,
    private readonly responses: ResponseCache,
  ) {}

  @Endpoint('GET', {
    summary: 'List the assets of an organization',
    description: 'The assets that its owner owns. Parameters as for the asset list; `status` is ignored.',
  })
  @SignedIn()
  @ApiResponse(NOT_MODIFIED)
  @ApiNotFoundResponse(NOT_FOUND)
  async listOrganizationAssets(
    @CurrentActor() actor: UserActor,
    @Param('organization') organization: string,
    @Query() query: ListAssetsDto,
    @Query() fields: ShownFieldsDto,
    @PaginatedList(AssetDto, ListWindowPipe, [WithListMetadataDto]) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    const excluded = fields.excluded();
    const found = await this.responses.get(
      await this.assets.list(actor, organization, query.toInput(), query.toListing(), page.window),
      [page.url.href, links.asset(''), ...excluded],
      (assets) => presentAssetPage(links, page, assets, excluded),
    );
    return presentWithCounts(found);
  }

  @Endpoint('GET counts', {
    summary: 'Count surveys of an organization by deployment status',
    returns: DeploymentCountsDto,
  })
  @SignedIn()
  @ApiNotFoundResponse(NOT_FOUND)
  async countOrganizationAssetsByDeployment(
    @CurrentActor() actor: UserActor,
    @Param('organization') organization: string,
    @Query() query: AssetFilterDto,
  ) {
    const read = await this.assets.deploymentCounts(actor, organization, query.toInput());
    return (await this.responses.get(read, [], presentDeploymentCounts)).body;
  }

  @Endpoint('GET minimal-list', {
    summary: 'List assets of an organization with uid, name and deployment status only',
    returns: MinimalAssetListDto,
  })
  @SignedIn()
  @ApiNotFoundResponse(NOT_FOUND)
  async listOrganizationAssetNames(
    @CurrentActor() actor: UserActor,
    @Param('organization') organization: string,
    @Query() query: OrderedAssetsDto,
    @PaginatedList(MinimalAssetDto) page: PageRequest,
  ) {
    const [filter, order] = [query.toInput(), query.order()];
    const read = await this.assets.minimalList(actor, organization, filter, order, page.window);
    return (await this.responses.get(read, [page.url.href], (found) => presentMinimalPage(page, found))).body;
  }
}

@ApiTags('Assets')
@Controller('api/v2/tags')
export class TagController {
  constructor(
    private readonly lists: AssetListService,
    private readonly responses: ResponseCache,
  ) {}

  @Endpoint('GET', { summary: "List the distinct tags of the caller's assets" })
  @Public()
  async listTags(@CurrentActor() actor: Actor, @PaginatedList(TagDto) page: PageRequest) {
    const read = this.lists.tags(actor, page.window);
    return (await this.responses.get(read, [page.url.href], (tags) => presentTagPage(page, tags))).body;
  }
}
