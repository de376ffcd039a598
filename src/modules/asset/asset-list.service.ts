import { Injectable } from '@nestjs/common';
import type { Actor, UserActor } from '../../domain/account/actor';
import type { AssetSight } from '../../domain/asset/asset-sight';
import { type AssetListMetadata, listMetadata } from '../../domain/asset/list-metadata';
import type { Page, PageWindow } from '../../domain/page';
import type { AssetSortKey } from '../../domain/query/asset-order';
import { type AssetSearch, readAssetSearch } from '../../domain/query/asset-search';
import { AccountService } from '../account/account.service';
import {
  AssetListQuery,
  type DeploymentCounts,
  type ListFilter,
  type MinimalAsset,
} from './asset-list.query';
import { type AssetView, AssetViewService } from './asset-view.service';

export type { DeploymentCounts, MinimalAsset };

/** Which assets a list is about. */
export interface AssetFilter {
  readonly sight: AssetSight;
  /** Absent: of all types. */
  readonly assetType?: string;
  /** The text of a search; absent: all of them. */
  readonly search?: string;
}

/** What a page of a list shows. */
export interface AssetListing {
  /** None: the order that lists have by themselves. */
  readonly order: readonly AssetSortKey[];
  /** Of assignments, only the caller's own, and whether everybody may view or discover. */
  readonly ownAssignmentsOnly: boolean;
  /** Also the words that the whole list uses. */
  readonly metadata: boolean;
}

export interface AssetPage extends Page<AssetView> {
  readonly metadata?: AssetListMetadata;
}

/** Lists of assets, and what is told of all in a list together. */
@Injectable()
export class AssetListService {
  constructor(
    private readonly lists: AssetListQuery,
    private readonly views: AssetViewService,
    private readonly accounts: AccountService,
  ) {}

  /** @throws InvalidError for a search that is too short, too large, or asks for what is closed */
  async list(
    actor: Actor,
    asked: AssetFilter,
    { order, ownAssignmentsOnly, metadata }: AssetListing,
    window: PageWindow,
  ): Promise<AssetPage> {
    const filter = this.filterOf(actor, asked);
    const [{ count, items }, words] = await Promise.all([
      this.lists.pageOfIds(filter, order, window),
      metadata ? this.lists.wordsOf(filter) : undefined,
    ]);
    const views = await this.views.viewsOf(actor, items);
    return {
      count,
      items: ownAssignmentsOnly ? views.map((view) => this.withOwnAssignments(actor, view)) : views,
      ...(words !== undefined && { metadata: listMetadata(words) }),
    };
  }

  minimalList(
    actor: Actor,
    asked: AssetFilter,
    order: readonly AssetSortKey[],
    window: PageWindow,
  ): Promise<Page<MinimalAsset>> {
    return this.lists.minimalPage(this.filterOf(actor, asked), order, window);
  }

  async metadata(actor: Actor, asked: AssetFilter): Promise<AssetListMetadata> {
    return listMetadata(await this.lists.wordsOf(this.filterOf(actor, asked)));
  }

  /** Nothing is counted for an anonymous caller (contract-assets 2.1). */
  async deploymentCounts(actor: Actor, asked: AssetFilter): Promise<DeploymentCounts> {
    const filter = this.filterOf(actor, asked);
    if (actor.kind === 'anonymous') return { deployed: 0, archived: 0, draft: 0 };
    return this.lists.deploymentCounts(filter);
  }

  /** Changes when any version of any asset in the caller's list does. */
  hash(actor: UserActor): Promise<string> {
    return this.lists.hash(this.filterOf(actor, { sight: 'listed' }));
  }

  /** The tags of what the caller lists, each once, the oldest first. */
  tags(actor: Actor, window: PageWindow): Promise<Page<string>> {
    return this.lists.tags(this.filterOf(actor, { sight: 'listed' }), window);
  }

  private filterOf(actor: Actor, { sight, assetType, search }: AssetFilter): ListFilter {
    const { anonymousUserId } = this.accounts;
    const asked: Partial<AssetSearch> = search === undefined ? {} : readAssetSearch(search);
    return {
      viewerId: actor.kind === 'user' ? actor.id : anonymousUserId,
      anonymousUserId,
      sight: asked.sharing === true ? 'sharing' : sight,
      collections: asked.collections ?? [],
      assetType,
      search: asked.filter,
    };
  }

  private withOwnAssignments(actor: Actor, view: AssetView): AssetView {
    const own = actor.kind === 'user' ? actor.id : undefined;
    const everybodys = ['view_asset', 'discover_asset'];
    return {
      ...view,
      assignments: view.assignments.filter(
        ({ userId, codename }) =>
          userId === own || (userId === this.accounts.anonymousUserId && everybodys.includes(codename)),
      ),
    };
  }
}
