import { Controller, Get, Query, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiTags, ApiNotFoundResponse } from '@nestjs/swagger';
import { CurrentActor, Public, SignedIn } from '../../authorization/policy';
import type { Actor, UserActor } from '../../domain/account/actor';
import { NOT_MODIFIED } from '../../http/reply';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { ListWindowPipe } from '../../http/pagination/page-window.pipe';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { ResponseCache } from '../../http/response-cache/response-cache';
import { type Links, ResponseLinks } from '../../http/url/links';
import {
  presentAssetHash,
  presentAssetPage,
  presentDeploymentCounts,
  presentMinimalPage,
  presentTag,
} from './asset-list.presenter';
import { presentWithCounts } from './asset-json.presenter';
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

  @Get()
  @Public()
  @ApiOperation({
    summary: 'List assets',
    description: 'By default: owned and granted assets, and followed public collections with their children.',
  })
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

  @Get('metadata')
  @Public()
  @ApiOperation({ summary: 'List the languages, countries, sectors and organizations of assets' })
  @ApiOkResponse({ type: AssetListMetadataDto })
  getAssetListMetadata(@CurrentActor() actor: Actor, @Query() query: AssetFilterDto) {
    return this.lists.metadata(actor, query.toInput());
  }

  @Get('counts')
  @Public()
  @ApiOperation({
    summary: 'Count surveys by deployment status',
    description: 'All counts are 0 for an anonymous caller.',
  })
  @ApiOkResponse({ type: DeploymentCountsDto })
  async countAssetsByDeployment(@CurrentActor() actor: Actor, @Query() query: AssetFilterDto) {
    return presentDeploymentCounts(await this.lists.deploymentCounts(actor, query.toInput()));
  }

  @Get('minimal-list')
  @Public()
  @ApiOperation({ summary: 'List assets with uid, name and deployment status only' })
  @ApiOkResponse({ type: MinimalAssetListDto })
  async listAssetNames(
    @CurrentActor() actor: Actor,
    @Query() query: OrderedAssetsDto,
    @PaginatedList(MinimalAssetDto) page: PageRequest,
  ) {
    const found = await this.lists.minimalList(actor, query.toInput(), query.order(), page.window);
    return presentMinimalPage(page, found);
  }

  @Get('hash')
  @SignedIn()
  @ApiOperation({
    summary: 'Get the hash of the asset list',
    description: 'Changes when any listed asset gets a new version. Compare it to detect changes.',
  })
  @ApiOkResponse({ type: AssetHashDto })
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

  @Get()
  @SignedIn()
  @ApiOperation({
    summary: 'List the assets of an organization',
    description: 'The assets that its owner owns. Parameters as for the asset list; `status` is ignored.',
  })
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

  @Get('counts')
  @SignedIn()
  @ApiOperation({ summary: 'Count surveys of an organization by deployment status' })
  @ApiOkResponse({ type: DeploymentCountsDto })
  @ApiNotFoundResponse(NOT_FOUND)
  async countOrganizationAssetsByDeployment(
    @CurrentActor() actor: UserActor,
    @Param('organization') organization: string,
    @Query() query: AssetFilterDto,
  ) {
    return presentDeploymentCounts(await this.assets.deploymentCounts(actor, organization, query.toInput()));
  }

  @Get('minimal-list')
  @SignedIn()
  @ApiOperation({ summary: 'List assets of an organization with uid, name and deployment status only' })
  @ApiOkResponse({ type: MinimalAssetListDto })
  @ApiNotFoundResponse(NOT_FOUND)
  async listOrganizationAssetNames(
    @CurrentActor() actor: UserActor,
    @Param('organization') organization: string,
    @Query() query: OrderedAssetsDto,
    @PaginatedList(MinimalAssetDto) page: PageRequest,
  ) {
    const [filter, order] = [query.toInput(), query.order()];
    const found = await this.assets.minimalList(actor, organization, filter, order, page.window);
    return presentMinimalPage(page, found);
  }
}

@ApiTags('Assets')
@Controller('api/v2/tags')
export class TagController {
  constructor(private readonly lists: AssetListService) {}

  @Get()
  @Public()
  @ApiOperation({ summary: "List the distinct tags of the caller's assets" })
  async listTags(@CurrentActor() actor: Actor, @PaginatedList(TagDto) page: PageRequest) {
    return presentPage(page, await this.lists.tags(actor, page.window), presentTag);
  }
}
