import { Body, Controller, Get, Patch, Post, Put, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Requires, SignedIn } from '../../authorization/policy';
import type { Actor, UserActor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AcceptsContent } from '../../http/body/body-declaration';
import { NOT_MODIFIED } from '../../http/reply';
import { ResponseCache } from '../../http/response-cache/response-cache';
import { type Links, ResponseLinks } from '../../http/url/links';
import { presentCacheableDetail, presentWithCounts } from './asset-json.presenter';
import { omitFields, presentAssetDetail, presentNewAsset } from './asset.presenter';
import { AssetService } from './asset.service';
import { AssetViewService } from './asset-view.service';
import { AssetDetailDto, ShownFieldsDto } from './asset.dto';
import { CreateAssetDto, PatchAssetDto, PutAssetDto } from './write-asset.dto';
import { NewAssetService } from './new-asset.service';

const CONCURRENT_SAVES = 'Other requests keep saving the asset. Retry when they have finished.';

@ApiTags('Assets')
@Controller('api/v2/assets')
export class AssetController {
  constructor(
    private readonly assets: AssetService,
    private readonly newAssets: NewAssetService,
    private readonly views: AssetViewService,
    private readonly responses: ResponseCache,
  ) {}

  @Post()
  @AcceptsContent()
  @SignedIn()
  @ApiOperation({
    summary: 'Create an asset',
    description:
      'The caller becomes the owner. With `clone_from`, clones an asset; other fields override those of the source.',
  })
  @ApiCreatedResponse({ type: AssetDetailDto })
  @ApiNotFoundResponse({
    description: 'The asset or version to clone does not exist or is not visible to the caller.',
  })
  @ApiBadRequestResponse({ description: 'Validation errors by field.' })
  async createAsset(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateAssetDto,
    @Query() fields: ShownFieldsDto,
    @ResponseLinks() links: Links,
  ) {
    const asset = await this.newAssets.create(actor, body.toInput());
    return presentNewAsset(links, asset, fields.excluded());
  }

  @Get(':uid')
  @Requires('view_asset', { family: 'asset-detail' })
  @ApiOperation({ summary: 'Get an asset' })
  @ApiOkResponse({ type: AssetDetailDto })
  @ApiResponse(NOT_MODIFIED)
  @ApiNotFoundResponse({ description: 'The asset does not exist or is not visible to the caller.' })
  async getAsset(
    access: AssetAccess<'view_asset'>,
    @CurrentActor() actor: Actor,
    @Query() fields: ShownFieldsDto,
    @ResponseLinks() links: Links,
  ) {
    const excluded = fields.excluded();
    const shown = await this.responses.get(
      this.views.detail(actor, access),
      [links.asset(''), ...excluded],
      (asset) => presentCacheableDetail(links, asset, excluded),
    );
    return presentWithCounts(shown);
  }

  @Patch(':uid')
  @AcceptsContent()
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail', or: 'change_submissions' })
  @ApiOperation({
    summary: 'Update an asset',
    description:
      'Fields that are not sent stay unchanged. A caller with `change_submissions` but not `change_asset` may send `advanced_features` only.',
  })
  @ApiOkResponse({ type: AssetDetailDto })
  @ApiBadRequestResponse({ description: 'Validation errors by field.' })
  @ApiConflictResponse({ description: CONCURRENT_SAVES })
  @ApiNotFoundResponse({ description: 'The asset does not exist or is not visible to the caller.' })
  async updateAsset(
    access: AssetAccess<'change_asset' | 'change_submissions'>,
    @CurrentActor() actor: UserActor,
    @Body() body: PatchAssetDto,
    @Query() fields: ShownFieldsDto,
    @ResponseLinks() links: Links,
  ) {
    const asset = presentAssetDetail(links, await this.assets.patch(actor, access, body.toInput()));
    return omitFields(fields.excluded(), asset);
  }

  @Put(':uid')
  @AcceptsContent()
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  @ApiOperation({
    summary: 'Update an asset with PUT',
    description: 'Like PATCH, except that `asset_type` is required: fields that are not sent stay unchanged.',
  })
  @ApiOkResponse({ type: AssetDetailDto })
  @ApiBadRequestResponse({ description: 'Validation errors by field.' })
  @ApiConflictResponse({ description: CONCURRENT_SAVES })
  @ApiNotFoundResponse({ description: 'The asset does not exist or is not visible to the caller.' })
  async replaceAsset(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @Body() body: PutAssetDto,
    @Query() fields: ShownFieldsDto,
    @ResponseLinks() links: Links,
  ) {
    const asset = presentAssetDetail(links, await this.assets.update(actor, access, body.toInput()));
    return omitFields(fields.excluded(), asset);
  }
}
