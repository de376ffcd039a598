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
    const filter = this.toListFilter(actor, request);
    return this.revalidated(actor, filter, ['page', listing, window], () =>
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
  hash(actor: UserActor): RevalidatedRead<string> {
    const filter = this.toListFilter(actor, { scope: 'listed' });
    return this.revalidated(actor, filter, ['hash'], () => this.lists.hash(filter));
  }

  /** Distinct tags of the caller's list, oldest first. */
  tags(actor: Actor, window: PageWindow): Promise<Page<string>> {
    return this.lists.tags(this.toListFilter(actor, { scope: 'listed' }), window);
  }

  /** Searches get no key: they are diverse and seldom repeated. */
  private revalidated<Result>(
    actor: Actor,
    filter: ListFilter,
    keyParts: readonly unknown[],
    read: () => Promise<Result>,
  ): RevalidatedRead<Result> {
    const isSuperuser = actor.kind === 'user' && actor.isSuperuser;
    const key = JSON.stringify(['assets', isSuperuser, filter, ...keyParts]);
    return {
      key: filter.search === undefined ? key : undefined,
      reader: { userIds: [filter.viewerId, filter.anonymousUserId], seesAll: false },
      read,
    };
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
  ): Promise<DeploymentCounts> {
    await this.organizations.show(actor, organization);
    return this.lists.deploymentCounts(actor, { ...request, scope: 'owned' });
  }

  async minimalList(
    actor: UserActor,
    organization: string,
    request: AssetFilter,
    order: readonly AssetSortKey[],
    window: PageWindow,
  ): Promise<Page<MinimalAsset>> {
    await this.organizations.show(actor, organization);
    return this.lists.minimalList(actor, { ...request, scope: 'owned' }, order, window);
  }
}
