import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AssetChangeRepository } from '../../database/cache/asset-change.repository';
import type { Actor, UserActor } from '../../domain/account/actor';
import type { AssetScope, AssetSubmissionCounts } from '../../domain/asset/asset-status';
import { type AssetListMetadata, listMetadata } from '../../domain/asset/list-metadata';
import type { Page, PageWindow } from '../../domain/page';
import type { AssetSortKey } from '../../domain/query/asset-field';
import { type AssetSearch, readAssetSearch, selectsUid } from '../../domain/query/asset-search';
import type { RevalidatedRead } from '../../domain/revalidated-read';
import { JobRegistry } from '../../jobs/job-queue.port';
import { AccountService } from '../account/account.service';
import {
  AssetListRepository,
  type DeploymentCounts,
  type ListFilter,
  type MinimalAsset,
} from './asset-list.repository';
import { type AssetView, AssetViewService } from './asset-view.service';
import { OrganizationService } from '../account/organization/organization.service';

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
  readonly submissionCounts: AssetSubmissionCounts;
  readonly metadata?: AssetListMetadata;
}

const HOUR_MS = 3_600_000;

@Injectable()
export class AssetListService implements OnModuleInit {
  constructor(
    private readonly lists: AssetListRepository,
    private readonly views: AssetViewService,
    private readonly accounts: AccountService,
    private readonly changes: AssetChangeRepository,
    private readonly registry: JobRegistry,
  ) {}

  onModuleInit(): void {
    this.registry.registerScheduled({
      name: 'asset-changes.prune',
      intervalMs: HOUR_MS,
      run: () => this.changes.prune(),
    });
  }

  /** @throws InvalidError for a search that is too short, too large, or uses a restricted field */
  list(
    actor: Actor,
    request: AssetFilter,
    listing: AssetListing,
    window: PageWindow,
  ): RevalidatedRead<AssetPage> {
    return this.revalidated(actor, request, ['page', listing, window], (filter) =>
      this.page(actor, filter, listing, window),
    );
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
    const [views, submissionCounts] = await Promise.all([
      this.views.viewsOf(actor, items),
      this.views.submissionCountsOf(items),
    ]);
    return {
      count,
      submissionCounts,
      items: ownAssignmentsOnly ? views.map((view) => this.withOwnAssignments(actor, view)) : views,
      ...(words !== undefined && { metadata: listMetadata(words) }),
    };
  }

  minimalList(
    actor: Actor,
    request: AssetFilter,
    order: readonly AssetSortKey[],
    window: PageWindow,
  ): RevalidatedRead<Page<MinimalAsset>> {
    return this.revalidated(actor, request, ['names', order, window], (filter) =>
      this.lists.minimalPage(filter, order, window),
    );
  }

  /** @throws InvalidError as `list` */
  metadata(actor: Actor, request: AssetFilter): RevalidatedRead<AssetListMetadata> {
    return this.revalidated(actor, request, ['metadata'], async (filter) =>
      listMetadata(await this.lists.listMetadataSources(filter)),
    );
  }

  /** All zero for an anonymous caller (contract-assets 2.1). @throws InvalidError as `list` */
  deploymentCounts(actor: Actor, request: AssetFilter): RevalidatedRead<DeploymentCounts> {
    return this.revalidated(actor, request, ['counts'], async (filter) =>
      actor.kind === 'anonymous'
        ? { deployed: 0, archived: 0, draft: 0 }
        : await this.lists.deploymentCounts(filter),
    );
  }

  /** Changes with any version of any asset in the caller's list. */
  hash(actor: UserActor): RevalidatedRead<string> {
    return this.revalidated(actor, { scope: 'listed' }, ['hash'], (filter) => this.lists.hash(filter));
  }

  /** Distinct tags of the caller's list, oldest first. */
  tags(actor: Actor, window: PageWindow): RevalidatedRead<Page<string>> {
    return this.revalidated(actor, { scope: 'listed' }, ['tags', window], (filter) =>
      this.lists.tags(filter, window),
    );
  }

  private revalidated<Result>(
    actor: Actor,
    { scope, assetType, search }: AssetFilter,
    keyParts: readonly unknown[],
    read: (filter: ListFilter) => Promise<Result>,
  ): RevalidatedRead<Result> {
    const { anonymousUserId } = this.accounts;
    const viewerId = actor.kind === 'user' ? actor.id : anonymousUserId;
    const isSuperuser = actor.kind === 'user' && actor.isSuperuser;
    const parsed: Partial<AssetSearch> = search === undefined ? {} : readAssetSearch(search);
    const key = JSON.stringify(['assets', isSuperuser, viewerId, scope, assetType, search, ...keyParts]);
    const filter: ListFilter = {
      viewerId,
      anonymousUserId,
      scope: parsed.sharing === true ? 'sharing' : scope,
      collections: parsed.collections ?? [],
      assetType,
      search: parsed.filter,
      includesEmpty: parsed.filter !== undefined && selectsUid(parsed.filter),
    };
    return {
      // Changes of a collection concern those who see it, not all who see an asset in it.
      key: parsed.byCollection === true ? undefined : key,
      reader: { userIds: [viewerId, anonymousUserId], seesAll: false },
      read: () => read(filter),
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

/** Asset lists of an organization: the assets that its owner owns. @throws NotFoundError as `OrganizationService.show` */
@Injectable()
export class OrganizationAssetService {
  constructor(
    private readonly organizations: OrganizationService,
    private readonly lists: AssetListService,
  ) {}

  async list(
    actor: UserActor,
    organization: string,
    request: AssetFilter,
    listing: AssetListing,
    window: PageWindow,
  ): Promise<RevalidatedRead<AssetPage>> {
    await this.organizations.show(actor, organization);
    return this.lists.list(actor, { ...request, scope: 'owned' }, listing, window);
  }

  async deploymentCounts(
    actor: UserActor,
    organization: string,
    request: AssetFilter,
  ): Promise<RevalidatedRead<DeploymentCounts>> {
    await this.organizations.show(actor, organization);
    return this.lists.deploymentCounts(actor, { ...request, scope: 'owned' });
  }

  async minimalList(
    actor: UserActor,
    organization: string,
    request: AssetFilter,
    order: readonly AssetSortKey[],
    window: PageWindow,
  ): Promise<RevalidatedRead<Page<MinimalAsset>>> {
    await this.organizations.show(actor, organization);
    return this.lists.minimalList(actor, { ...request, scope: 'owned' }, order, window);
  }
}
