import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../domain/account/actor';
import { AssetListService } from '../../modules/asset/asset-list.service';
import type { AssetView } from '../../modules/asset/asset-view.service';
import { LIBRARY_ORDER } from './library-query';

/** Offered to put items into; more are reached by the API. */
const WINDOW = { limit: 200, start: 0 };

/** Finds the collections of the library that take items. */
@Injectable()
export class Collections {
  constructor(private readonly lists: AssetListService) {}

  async changeableBy(actor: UserActor): Promise<readonly AssetView[]> {
    const filter = { scope: 'listed', search: 'asset_type:collection' } as const;
    const { items } = await this.lists.list(actor, filter, LIBRARY_ORDER, WINDOW).read();
    return items.filter(({ held }) => held.has('change_asset'));
  }
}
