import { Injectable } from '@nestjs/common';
import { AssetRenderingCache } from '../../database/cache/asset-rendering-cache';
import type { Actor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Rendering, Sized } from '../../domain/text/rendering';
import { AccountService } from '../account/account.service';
import { type AssetDetail, AssetViewService, type WithSubmissionCounts } from './asset-view.service';

/** Serves asset details from a cache, per caller and representation. */
@Injectable()
export class AssetDetailService {
  constructor(
    private readonly views: AssetViewService,
    private readonly accounts: AccountService,
    private readonly renderings: AssetRenderingCache,
  ) {}

  async show<Text extends Sized>(
    actor: Actor,
    access: AssetAccess<'view_asset'>,
    rendering: Rendering<AssetDetail, Text>,
  ): Promise<WithSubmissionCounts<Text>> {
    const { assetId } = access;
    const user = actor.kind === 'user' ? actor : undefined;
    const { anonymousUserId } = this.accounts;
    const cached = await this.renderings.get({
      key: JSON.stringify(['asset', assetId, user?.id, user?.isSuperuser, rendering.name]),
      reader: { userIds: [user?.id ?? anonymousUserId, anonymousUserId], seesAll: false },
      assetId,
      load: async () => ({
        text: rendering.of(await this.views.detailOf(actor, access)),
        countedAssetIds: [assetId],
      }),
    });
    return this.views.withSubmissionCounts(cached);
  }
}
