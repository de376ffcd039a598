import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, Public, SignedIn } from '../../authorization/policy';
import type { Actor, UserActor } from '../../domain/account/actor';
import { UNCHANGED } from '../../http/kept-body';
import { PageOf } from '../../http/pagination/page-of';
import { ListWindowPipe } from '../../http/pagination/page-window.pipe';
import type { AskedPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { assetPageText, presentDeploymentCounts, presentMinimalPage } from './asset-list.presenter';
import { presentCounted } from './asset-text.presenter';
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

/** Lists of assets. Stands before the asset itself, whose uid would match the words of these paths too. */
@ApiTags('Assets')
@Controller('api/v2/assets')
export class AssetListController {
  constructor(private readonly lists: AssetListService) {}

  @Get()
  @Public()
  @ApiOperation({ summary: 'The assets that the caller may see; for an anonymous caller the public ones' })
  @ApiResponse(UNCHANGED)
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: ListAssetsDto,
    @Query() fields: ShownFieldsDto,
    @PageOf(AssetDto, ListWindowPipe, [WithListMetadataDto]) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    const shown = assetPageText(links, page, fields.excluded());
    return presentCounted(
      await this.lists.list(actor, query.toInput(), query.toListing(), page.window, shown),
    );
  }

  @Get('metadata')
  @Public()
  @ApiOperation({ summary: 'Languages, countries, sectors and organizations of a list of assets' })
  @ApiOkResponse({ type: AssetListMetadataDto })
  metadata(@CurrentActor() actor: Actor, @Query() query: AssetFilterDto) {
    return this.lists.metadata(actor, query.toInput());
  }

  @Get('counts')
  @Public()
  @ApiOperation({ summary: 'How many surveys of a list are deployed, archived and drafts' })
  @ApiOkResponse({ type: DeploymentCountsDto })
  async counts(@CurrentActor() actor: Actor, @Query() query: AssetFilterDto) {
    return presentDeploymentCounts(await this.lists.deploymentCounts(actor, query.toInput()));
  }

  @Get('minimal-list')
  @Public()
  @ApiOperation({ summary: 'A list of assets by their names alone' })
  @ApiOkResponse({ type: MinimalAssetListDto })
  async minimalList(
    @CurrentActor() actor: Actor,
    @Query() query: OrderedAssetsDto,
    @PageOf(MinimalAssetDto) page: AskedPage,
  ) {
    const found = await this.lists.minimalList(actor, query.toInput(), query.order(), page.window);
    return presentMinimalPage(page, found);
  }

  @Get('hash')
  @SignedIn()
  @ApiOperation({ summary: 'A hash that tells whether anything in the list has changed' })
  @ApiOkResponse({ type: AssetHashDto })
  async hash(@CurrentActor() actor: UserActor) {
    return { hash: await this.lists.hash(actor) };
  }
}
