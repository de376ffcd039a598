import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { NOT_MODIFIED } from '../../http/reply';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { ListWindowPipe } from '../../http/pagination/page-window.pipe';
import type { PageRequest } from '../../http/pagination/present-page';
import { ResponseCache } from '../../http/response-cache/response-cache';
import { type Links, ResponseLinks } from '../../http/url/links';
import { presentWithCounts } from './asset-json.presenter';
import { presentAssetPage, presentDeploymentCounts, presentMinimalPage } from './asset-list.presenter';
import { AssetDto } from './dto/asset.dto';
import {
  DeploymentCountsDto,
  MinimalAssetDto,
  MinimalAssetListDto,
  WithListMetadataDto,
} from './dto/asset-list.dto';
import { AssetFilterDto, ListAssetsDto, OrderedAssetsDto } from './dto/list-assets.dto';
import { ShownFieldsDto } from './dto/shown-fields.dto';
import { OrganizationAssetService } from './organization-asset.service';

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
