import { Body, Controller, Query } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, Requires, SignedIn } from '../../authorization/policy';
import type { Actor, UserActor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AcceptsContent } from '../../http/body/body-reader';
import { Endpoint } from '../../http/endpoint';
import { NOT_MODIFIED } from '../../http/reply';
import { ResponseCache } from '../../http/response-cache/response-cache';
import { type Links, ResponseLinks } from '../../http/url/links';
import {
  presentCacheableDetail,
  presentWithCounts,
  omitFields,
  presentAssetDetail,
  presentNewAsset,
} from './asset.presenter';
import { AssetService } from './asset.service';
import { AssetViewService } from './asset-view.service';
import { AssetDetailDto, ShownFieldsDto } from './asset.dto';
import { CreateAssetDto, PatchAssetDto, PutAssetDto } from './write-asset.dto';
import { NewAssetService } from './new-asset.service';

const CONCURRENT_SAVES =
  'A newer version than `base_version_id` was saved, or other requests keep saving the asset. Nothing was saved.';
const CLONE_LIMIT = 'A limit of stored files is reached by those of the cloned asset.';

const SAVE_FAILURES = {
  400: 'Validation errors by field.',
  402: CLONE_LIMIT,
  404: 'The asset does not exist or is not visible to the caller.',
  409: CONCURRENT_SAVES,
};

@ApiTags('Assets')
@Controller('api/v2/assets')
export class AssetController {
  constructor(
    private readonly assets: AssetService,
    private readonly newAssets: NewAssetService,
    private readonly views: AssetViewService,
    private readonly responses: ResponseCache,
  ) {}

  @Endpoint('POST', {
    summary: 'Create an asset',
    description:
      'The caller becomes the owner. With `clone_from`, clones an asset; other fields override those of the source.',
    returns: AssetDetailDto,
    fails: {
      400: 'Validation errors by field.',
      402: CLONE_LIMIT,
      404: 'The asset or version to clone does not exist or is not visible to the caller.',
    },
  })
  @AcceptsContent()
  @SignedIn()
  async createAsset(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateAssetDto,
    @Query() fields: ShownFieldsDto,
    @ResponseLinks() links: Links,
  ) {
    const asset = await this.newAssets.create(actor, body.toInput());
    return presentNewAsset(links, asset, fields.excluded());
  }

  @Endpoint('GET :uid', {
    summary: 'Get an asset',
    returns: AssetDetailDto,
    fails: { 404: 'The asset does not exist or is not visible to the caller.' },
  })
  @Requires('view_asset', { family: 'asset-detail' })
  @ApiResponse(NOT_MODIFIED)
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

  @Endpoint('PATCH :uid', {
    summary: 'Update an asset',
    description:
      'Fields that are not sent stay unchanged. A caller with `change_submissions` but not `change_asset` may send `advanced_features` only.',
    returns: AssetDetailDto,
    fails: SAVE_FAILURES,
  })
  @AcceptsContent()
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail', or: 'change_submissions' })
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

  @Endpoint('PUT :uid', {
    summary: 'Update an asset with PUT',
    description: 'Like PATCH, except that `asset_type` is required: fields that are not sent stay unchanged.',
    returns: AssetDetailDto,
    fails: SAVE_FAILURES,
  })
  @AcceptsContent()
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
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
