import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  AssetRenderingCache,
  type FreshRendering,
  type CachedRendering,
} from '../../database/cache/asset-rendering-cache';
import type { Actor, UserActor } from '../../domain/account/actor';
import type { AssetScope } from '../../domain/asset/asset-scope';
import { type AssetListMetadata, listMetadata } from '../../domain/asset/list-metadata';
import type { Page, PageWindow } from '../../domain/page';
import type { Rendering, Sized } from '../../domain/text/rendering';
import type { AssetSortKey } from '../../domain/query/asset-order';
import { type AssetSearch, readAssetSearch } from '../../domain/query/asset-search';
import { selectsUid } from '../../domain/query/selects-uid';
import { JobRegistry } from '../../jobs/job-queue.port';
import { AccountService } from '../account/account.service';
import {
  AssetListQuery,
  type DeploymentCounts,
  type ListFilter,
  type MinimalAsset,
} from './asset-list.query';
import { type AssetView, AssetViewService, type WithSubmissionCounts } from './asset-view.service';

export type { DeploymentCounts, MinimalAsset };

export interface AssetFilter {
  readonly scope: AssetScope;
  readonly assetType?: string;
  readonly search?: string;
}

export interface AssetListing {
  /** Empty: default order. */
  readonly order: readonly AssetSortKey[];
  /** Restricts assignments to the caller's own and to public view_asset and discover_asset. */
  readonly ownAssignmentsOnly: boolean;
  readonly metadata: boolean;
}

export interface AssetPage extends Page<AssetView> {
  readonly metadata?: AssetListMetadata;
}

const HOUR_MS = 3_600_000;

@Injectable()
export class AssetListService implements OnModuleInit {
  constructor(
    private readonly lists: AssetListQuery,
    private readonly views: AssetViewService,
    private readonly accounts: AccountService,
    private readonly renderings: AssetRenderingCache,
    private readonly registry: JobRegistry,
  ) {}

  onModuleInit(): void {
    this.registry.registerScheduled({
      name: 'asset-changes.prune',
      intervalMs: HOUR_MS,
      run: () => this.renderings.prune(),
    });
  }

  /** @throws InvalidError for a search that is too short, too large, or uses a restricted field */
  async list<Text extends Sized>(
    actor: Actor,
    request: AssetFilter,
    listing: AssetListing,
    window: PageWindow,
    rendering: Rendering<AssetPage, Text>,
  ): Promise<WithSubmissionCounts<Text>> {
    const filter = this.toListFilter(actor, request);
    const cached = await this.cachedUnlessSearch(
      actor,
      filter,
      ['page', listing, window, rendering.name],
      async () => {
        const page = await this.page(actor, filter, listing, window);
        return { text: rendering.of(page), countedAssetIds: page.items.map(({ id }) => id) };
      },
    );
    return this.views.withSubmissionCounts(cached);
  }

  private async page(
    actor: Actor,
    filter: ListFilter,
    { order, ownAssignmentsOnly, metadata }: AssetListing,
    window: PageWindow,
  ): Promise<AssetPage> {
    const [{ count, items }, words] = await Promise.all([
      this.lists.pageOfIds(filter, order, window),
      metadata ? this.lists.listMetadataSources(filter) : undefined,
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
    request: AssetFilter,
    order: readonly AssetSortKey[],
    window: PageWindow,
  ): Promise<Page<MinimalAsset>> {
    return this.lists.minimalPage(this.toListFilter(actor, request), order, window);
  }

  async metadata(actor: Actor, request: AssetFilter): Promise<AssetListMetadata> {
    return listMetadata(await this.lists.listMetadataSources(this.toListFilter(actor, request)));
  }

  /** All zero for an anonymous caller (contract-assets 2.1). */
  async deploymentCounts(actor: Actor, request: AssetFilter): Promise<DeploymentCounts> {
    const filter = this.toListFilter(actor, request);
    if (actor.kind === 'anonymous') return { deployed: 0, archived: 0, draft: 0 };
    return this.lists.deploymentCounts(filter);
  }

  /** Changes with any version of any asset in the caller's list. */
  async hash(actor: UserActor): Promise<string> {
    const filter = this.toListFilter(actor, { scope: 'listed' });
    const cached = await this.cachedUnlessSearch(actor, filter, ['hash'], async () => {
      const hash = await this.lists.hash(filter);
      return { text: { hash, byteSize: hash.length }, countedAssetIds: [] };
    });
    return cached.text.hash;
  }

  /** Distinct tags of the caller's list, oldest first. */
  tags(actor: Actor, window: PageWindow): Promise<Page<string>> {
    return this.lists.tags(this.toListFilter(actor, { scope: 'listed' }), window);
  }

  /** Bypasses the cache for searches: they are diverse and seldom repeated. */
  private async cachedUnlessSearch<Text extends Sized>(
    actor: Actor,
    filter: ListFilter,
    keyParts: readonly unknown[],
    read: () => Promise<FreshRendering<Text>>,
  ): Promise<CachedRendering<Text>> {
    if (filter.search !== undefined) return { ...(await read()), submissionCounts: undefined };
    const isSuperuser = actor.kind === 'user' && actor.isSuperuser;
    const userIds = [filter.viewerId, filter.anonymousUserId];
    const key = JSON.stringify(['assets', isSuperuser, filter, ...keyParts]);
    return this.renderings.get({ key, reader: { userIds, seesAll: false }, load: read });
  }

  private toListFilter(actor: Actor, { scope, assetType, search }: AssetFilter): ListFilter {
    const { anonymousUserId } = this.accounts;
    const parsed: Partial<AssetSearch> = search === undefined ? {} : readAssetSearch(search);
    return {
      viewerId: actor.kind === 'user' ? actor.id : anonymousUserId,
      anonymousUserId,
      scope: parsed.sharing === true ? 'sharing' : scope,
      collections: parsed.collections ?? [],
      assetType,
      search: parsed.filter,
      includesEmpty: parsed.filter !== undefined && selectsUid(parsed.filter),
    };
  }

  private withOwnAssignments(actor: Actor, view: AssetView): AssetView {
    const own = actor.kind === 'user' ? actor.id : undefined;
    const publicCodenames = ['view_asset', 'discover_asset'];
    return {
      ...view,
      assignments: view.assignments.filter(
        ({ userId, codename }) =>
          userId === own || (userId === this.accounts.anonymousUserId && publicCodenames.includes(codename)),
      ),
    };
  }
}
