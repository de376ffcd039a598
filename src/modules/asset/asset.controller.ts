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
import { TakesContent } from '../../http/body/body-declaration';
import { UNCHANGED } from '../../http/kept-body';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { assetDetailText } from './asset-detail.presenter';
import { AssetDetailService } from './asset-detail.service';
import { presentCounted } from './asset-text.presenter';
import { leavingOut, presentAssetDetail, presentNewAsset } from './asset.presenter';
import { AssetService } from './asset.service';
import { AssetDetailDto } from './dto/asset.dto';
import { ShownFieldsDto } from './dto/shown-fields.dto';
import { CreateAssetDto, PatchAssetDto, PutAssetDto } from './dto/write-asset.dto';
import { NewAssetService } from './new-asset.service';

const SAVED_MEANWHILE = 'Others save the asset again and again meanwhile; save it when that has ended.';

@ApiTags('Assets')
@Controller('api/v2/assets')
export class AssetController {
  constructor(
    private readonly assets: AssetService,
    private readonly newAssets: NewAssetService,
    private readonly details: AssetDetailService,
  ) {}

  @Post()
  @TakesContent()
  @SignedIn()
  @ApiOperation({ summary: 'Makes an asset, or a clone of one; the caller owns it' })
  @ApiCreatedResponse({ type: AssetDetailDto })
  @ApiNotFoundResponse({
    description: 'There is no such asset or version to clone, or the caller may not see it.',
  })
  @ApiBadRequestResponse({ description: 'A sentence per field that does not hold.' })
  async create(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateAssetDto,
    @Query() fields: ShownFieldsDto,
    @AnswerLinks() links: Links,
  ) {
    const asset = await this.newAssets.create(actor, body.toInput());
    return presentNewAsset(links, asset, fields.excluded());
  }

  @Get(':uid')
  @Requires('view_asset', { family: 'asset-detail' })
  @ApiOperation({ summary: 'One asset with everything' })
  @ApiOkResponse({ type: AssetDetailDto })
  @ApiResponse(UNCHANGED)
  @ApiNotFoundResponse({ description: 'There is no such asset, or the caller may not see it.' })
  async show(
    access: AssetAccess<'view_asset'>,
    @CurrentActor() actor: Actor,
    @Query() fields: ShownFieldsDto,
    @AnswerLinks() links: Links,
  ) {
    return presentCounted(await this.details.show(actor, access, assetDetailText(links, fields.excluded())));
  }

  @Patch(':uid')
  @TakesContent()
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail', or: 'change_submissions' })
  @ApiOperation({
    summary: 'Changes what is sent and leaves the rest',
    description: 'Whoever may change submissions may send `advanced_features`, and nothing besides.',
  })
  @ApiOkResponse({ type: AssetDetailDto })
  @ApiBadRequestResponse({ description: 'A sentence per field that does not hold.' })
  @ApiConflictResponse({ description: SAVED_MEANWHILE })
  @ApiNotFoundResponse({ description: 'There is no such asset, or the caller may not see it.' })
  async update(
    access: AssetAccess<'change_asset' | 'change_submissions'>,
    @CurrentActor() actor: UserActor,
    @Body() body: PatchAssetDto,
    @Query() fields: ShownFieldsDto,
    @AnswerLinks() links: Links,
  ) {
    const asset = presentAssetDetail(links, await this.assets.patch(actor, access, body.toInput()));
    return leavingOut(fields.excluded(), asset);
  }

  @Put(':uid')
  @TakesContent()
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  @ApiOperation({ summary: 'The same as PATCH, for clients that send everything' })
  @ApiOkResponse({ type: AssetDetailDto })
  @ApiBadRequestResponse({ description: 'A sentence per field that does not hold.' })
  @ApiConflictResponse({ description: SAVED_MEANWHILE })
  @ApiNotFoundResponse({ description: 'There is no such asset, or the caller may not see it.' })
  async put(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @Body() body: PutAssetDto,
    @Query() fields: ShownFieldsDto,
    @AnswerLinks() links: Links,
  ) {
    const asset = presentAssetDetail(links, await this.assets.update(actor, access, body.toInput()));
    return leavingOut(fields.excluded(), asset);
  }
}
