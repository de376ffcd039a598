import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AssetReads, type FreshRead, type HeldRead } from '../../database/cache/asset-reads';
import type { Actor, UserActor } from '../../domain/account/actor';
import type { AssetSight } from '../../domain/asset/asset-sight';
import { type AssetListMetadata, listMetadata } from '../../domain/asset/list-metadata';
import type { Page, PageWindow } from '../../domain/page';
import type { Rendering, Weighed } from '../../domain/text/rendering';
import type { AssetSortKey } from '../../domain/query/asset-order';
import { type AssetSearch, readAssetSearch } from '../../domain/query/asset-search';
import { JobRegistry } from '../../jobs/job-queue.port';
import { AccountService } from '../account/account.service';
import {
  AssetListQuery,
  type DeploymentCounts,
  type ListFilter,
  type MinimalAsset,
} from './asset-list.query';
import { type AssetView, AssetViewService, type CountedText } from './asset-view.service';

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

const HOUR_MS = 3_600_000;

/** Lists of assets, and what is told of all in a list together. */
@Injectable()
export class AssetListService implements OnModuleInit {
  constructor(
    private readonly lists: AssetListQuery,
    private readonly views: AssetViewService,
    private readonly accounts: AccountService,
    private readonly reads: AssetReads,
    private readonly registry: JobRegistry,
  ) {}

  onModuleInit(): void {
    this.registry.registerChore({
      name: 'forget what changed of assets',
      everyMs: HOUR_MS,
      run: () => this.reads.forget(),
    });
  }

  /** @throws InvalidError for a search that is too short, too large, or asks for what is closed */
  async list<Text extends Weighed>(
    actor: Actor,
    asked: AssetFilter,
    listing: AssetListing,
    window: PageWindow,
    shown: Rendering<AssetPage, Text>,
  ): Promise<CountedText<Text>> {
    const filter = this.filterOf(actor, asked);
    const held = await this.unlessSearched(actor, filter, ['page', listing, window, shown.name], async () => {
      const page = await this.page(actor, filter, listing, window);
      return { text: shown.of(page), counted: page.items.map(({ id }) => id) };
    });
    return this.views.counted(held);
  }

  private async page(
    actor: Actor,
    filter: ListFilter,
    { order, ownAssignmentsOnly, metadata }: AssetListing,
    window: PageWindow,
  ): Promise<AssetPage> {
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
  async hash(actor: UserActor): Promise<string> {
    const filter = this.filterOf(actor, { sight: 'listed' });
    const held = await this.unlessSearched(actor, filter, ['hash'], async () => {
      const hash = await this.lists.hash(filter);
      return { text: { hash, weight: hash.length }, counted: [] };
    });
    return held.text.hash;
  }

  /** The tags of what the caller lists, each once, the oldest first. */
  tags(actor: Actor, window: PageWindow): Promise<Page<string>> {
    return this.lists.tags(this.filterOf(actor, { sight: 'listed' }), window);
  }

  /** Kept for as long as it holds; searches are many, and seldom asked again. */
  private async unlessSearched<Text extends Weighed>(
    actor: Actor,
    filter: ListFilter,
    what: readonly unknown[],
    read: () => Promise<FreshRead<Text>>,
  ): Promise<HeldRead<Text>> {
    if (filter.search !== undefined) return { ...(await read()), tallies: undefined };
    const isSuperuser = actor.kind === 'user' && actor.isSuperuser;
    const userIds = [filter.viewerId, filter.anonymousUserId];
    const key = JSON.stringify(['assets', isSuperuser, filter, ...what]);
    return this.reads.keep({ key, by: { userIds, seesAll: false }, read });
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
