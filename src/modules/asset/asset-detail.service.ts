import { Injectable } from '@nestjs/common';
import { AssetReads } from '../../database/cache/asset-reads';
import type { Actor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Rendering, Weighed } from '../../domain/text/rendering';
import { AccountService } from '../account/account.service';
import { type AssetDetail, AssetViewService, type CountedText } from './asset-view.service';

/** One asset with everything, kept as it was shown to each caller. */
@Injectable()
export class AssetDetailService {
  constructor(
    private readonly views: AssetViewService,
    private readonly accounts: AccountService,
    private readonly reads: AssetReads,
  ) {}

  async show<Text extends Weighed>(
    actor: Actor,
    access: AssetAccess<'view_asset'>,
    shown: Rendering<AssetDetail, Text>,
  ): Promise<CountedText<Text>> {
    const { assetId } = access;
    const user = actor.kind === 'user' ? actor : undefined;
    const { anonymousUserId } = this.accounts;
    const held = await this.reads.keep({
      key: JSON.stringify(['asset', assetId, user?.id, user?.isSuperuser, shown.name]),
      by: { userIds: [user?.id ?? anonymousUserId, anonymousUserId], seesAll: false },
      assetId,
      read: async () => ({ text: shown.of(await this.views.detailOf(actor, access)), counted: [assetId] }),
    });
    return this.views.counted(held);
  }
}
