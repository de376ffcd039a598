import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, Public, SignedIn } from '../../authorization/policy';
import type { Actor, UserActor } from '../../domain/account/actor';
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
  presentMinimalPage,
} from './asset-list.presenter';
import { presentWithCounts } from './asset-json.presenter';
import { AssetListService } from './asset-list.service';
import { AssetDto } from './dto/asset.dto';
import {
  AssetHashDto,
  AssetListMetadataDto,
  DeploymentCountsDto,
  MinimalAssetDto,
  MinimalAssetListDto,
  WithListMetadataDto,
} from './dto/asset-list.dto';
import { AssetFilterDto, ListAssetsDto, OrderedAssetsDto } from './dto/list-assets.dto';
import { ShownFieldsDto } from './dto/shown-fields.dto';

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
