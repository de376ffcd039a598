import { LRUCache } from 'lru-cache';
import { Injectable } from '@nestjs/common';
import {
  type VisibleHolders,
  visibleHolders,
  effectivePermissions,
} from '../../domain/permission/assignable';
import type { Codename } from '../../domain/permission/codename';
import type { StoredPartialGrants } from '../../domain/permission/permission-set';
import type { Actor } from '../../domain/account/actor';
import { type AssetStatus, assetStatus, AssetSubmissionCounts } from '../../domain/asset/asset-status';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { RevalidatedRead } from '../../domain/revalidated-read';
import { AccountService } from '../account/account.service';
import { type AssetFile, AssetFileService } from '../media/asset-file.service';
import { AssetRepository, type LargeColumns } from './asset.repository';
import {
  type AssetDetailRow,
  type AssetRow,
  AssetViewRepository,
  type DeployedVersionRow,
  type ExportSettingRow,
  type OwnershipRow,
  type RowViewer,
} from './asset-view.repository';

interface AssignmentView {
  readonly uid: string;
  readonly userId: number;
  readonly username: string;
  readonly codename: Codename;
  readonly partialGrants: StoredPartialGrants | null;
}

/** Entries take a few kilobytes each. */
const MAX_CACHED_ASSETS = 2_000;
/** Distinct sets of visible holders per asset. */
const MAX_CACHED_SUBSETS = 20;

const NONE: readonly never[] = [];

/** Assignments of one asset. Returns the same array per set of holders, so that callers can cache by identity. */
class AssetAssignments {
  private readonly codenames = new Map<number, Codename[]>();
  /** A map that is cleared when full: `LRUCache` takes 2 KB per asset even if empty. */
  private readonly subsets = new Map<string, readonly AssignmentView[]>();

  constructor(readonly all: readonly AssignmentView[]) {
    for (const { userId, codename } of all) {
      const own = this.codenames.get(userId);
      if (own === undefined) this.codenames.set(userId, [codename]);
      else own.push(codename);
    }
  }

  codenamesOf(userId: number | undefined): readonly Codename[] {
    return (userId === undefined ? undefined : this.codenames.get(userId)) ?? NONE;
  }

  visibleTo(holders: VisibleHolders): readonly AssignmentView[] {
    if (holders === 'all') return this.all;
    const key = [...holders].join();
    const cached = this.subsets.get(key);
    if (cached !== undefined) return cached;
    if (this.subsets.size >= MAX_CACHED_SUBSETS) this.subsets.clear();
    const subset = this.all.filter(({ userId }) => holders.has(userId));
    this.subsets.set(key, subset);
    return subset;
  }
}

/** LRU cache of parsed assignments, keyed by their JSON, which contains uids and so differs between assets. */
export class AssignmentCache {
  private readonly entries = new LRUCache<string, AssetAssignments>({ max: MAX_CACHED_ASSETS });

  get(text: string): AssetAssignments {
    const cached = this.entries.get(text);
    if (cached !== undefined) return cached;
    const assignments = parse(text);
    this.entries.set(text, assignments);
    return assignments;
  }
}

function parse(text: string): AssetAssignments {
  const rows = JSON.parse(text) as [string, number, string, Codename, StoredPartialGrants | null][];
  return new AssetAssignments(
    rows.map(([uid, userId, username, codename, partialGrants]) => ({
      uid,
      userId,
      username,
      codename,
      partialGrants,
    })),
  );
}

export type StoredExportSetting = Omit<ExportSettingRow, 'assetId'>;

/** An asset as its caller sees it, without lists that only its representation has. */
export interface AssetOverview extends AssetRow {
  readonly assignments: readonly AssignmentView[];
  readonly status: AssetStatus;
  /** Effective permissions of the caller. */
  readonly held: ReadonlySet<Codename>;
  /** Permissions granted to the caller or to AnonymousUser; a superuser holds more. */
  readonly granted: ReadonlySet<Codename>;
  readonly isOwner: boolean;
  readonly isSuperuser: boolean;
  /** True when the caller has an assignment; collections report it. */
  readonly hasOwnGrant: boolean;
}

export interface AssetView extends AssetOverview {
  /** Empty for callers who may view no submissions. */
  readonly exportSettings: readonly StoredExportSetting[];
}

export interface AssetDetailView extends AssetView, AssetDetailRow, LargeColumns {
  readonly deployedVersions: readonly DeployedVersionRow[];
  readonly files: readonly AssetFile[];
  readonly submissionCounts: AssetSubmissionCounts;
}

type ViewableAsset = AssetAccess<'view_asset' | 'change_asset' | 'change_submissions'>;

const NO_ASSIGNMENTS = new AssetAssignments([]);

@Injectable()
export class AssetViewService {
  private readonly assignmentCache = new AssignmentCache();

  constructor(
    private readonly views: AssetViewRepository,
    private readonly contents: AssetRepository,
    private readonly accounts: AccountService,
    private readonly files: AssetFileService,
  ) {}

  async show(actor: Actor, { assetId }: ViewableAsset): Promise<AssetDetailView> {
    const [[view], detail, large, deployedVersions, files, submissionCounts] = await Promise.all([
      this.viewsOf(actor, [assetId]),
      this.views.detail(assetId),
      this.contents.ofAsset(assetId),
      this.views.deployedVersions(assetId),
      this.files.allOf({ assetId }),
      this.submissionCountsOf([assetId]),
    ]);
    const ownership = isParty(detail.ownership, actor) ? detail.ownership : null;
    return { ...view!, ...detail, ...large, ownership, deployedVersions, files, submissionCounts };
  }

  /** `show` for a response cache. */
  detail(actor: Actor, access: ViewableAsset): RevalidatedRead<AssetDetailView> {
    const { assetId } = access;
    const user = actor.kind === 'user' ? actor : undefined;
    const { anonymousUserId } = this.accounts;
    return {
      key: JSON.stringify(['asset', assetId, user?.id, user?.isSuperuser]),
      reader: { userIds: [user?.id ?? anonymousUserId, anonymousUserId], seesAll: false },
      assetId,
      read: () => this.show(actor, access),
    };
  }

  /** In the order of `ids`. */
  async viewsOf(actor: Actor, ids: readonly number[]): Promise<AssetView[]> {
    if (ids.length === 0) return [];
    const [rows, assignments, exportSettings] = await Promise.all([
      this.views.rows(ids, this.viewerOf(actor)),
      this.views.assignments(ids),
      this.views.exportSettings(ids),
    ]);
    const assignmentsOf = new Map(assignments.map((each) => [each.assetId, each.assignments]));
    const settingsOf = groupByAsset(exportSettings);
    return rows.map((row) => {
      const view = this.overview(actor, row, assignmentsOf.get(row.id));
      const viewsSubmissions = view.held.has('view_submissions') || view.held.has('partial_submissions');
      return { ...view, exportSettings: (viewsSubmissions && settingsOf.get(row.id)) || [] };
    });
  }

  /** The asset, with one statement: for pages, which are never cached. */
  async overviewOf(actor: Actor, { assetId }: AssetAccess<Codename>): Promise<AssetOverview> {
    const { assignments, ...row } = await this.views.row(assetId, this.viewerOf(actor));
    return this.overview(actor, row, assignments ?? undefined);
  }

  /** Separate from the views, since counts change with every submission. */
  async submissionCountsOf(ids: readonly number[]): Promise<AssetSubmissionCounts> {
    return new AssetSubmissionCounts(ids.length === 0 ? '[]' : await this.views.submissionCounts(ids));
  }

  private viewerOf(actor: Actor): RowViewer {
    return {
      userId: actor.kind === 'user' ? actor.id : undefined,
      anonymousUserId: this.accounts.anonymousUserId,
      isSuperuser: actor.kind === 'user' && actor.isSuperuser,
    };
  }

  /** @param assignmentText as the query returns it; undefined without any */
  private overview(actor: Actor, row: AssetRow, assignmentText: string | undefined): AssetOverview {
    const assignments =
      assignmentText === undefined ? NO_ASSIGNMENTS : this.assignmentCache.get(assignmentText);
    const { anonymousUserId } = this.accounts;
    const userId = actor.kind === 'user' ? actor.id : undefined;
    const isOwner = userId === row.ownerId;
    const isSuperuser = actor.kind === 'user' && actor.isSuperuser;
    const own = assignments.codenamesOf(userId);
    const anonymous = assignments.codenamesOf(anonymousUserId);
    const held = effectivePermissions({ isOwnerOrSuperuser: isOwner || isSuperuser, own, anonymous });
    const holders = visibleHolders(
      { managesAsset: held.has('manage_asset'), ...(userId !== undefined && { userId }) },
      { ownerId: row.ownerId, anonymousUserId },
      'asset',
    );
    return {
      ...row,
      assignments: assignments.visibleTo(holders),
      status: assetStatus(assignments.all, row.ownerId, anonymousUserId),
      held,
      granted: new Set([...own, ...anonymous]),
      isOwner,
      isSuperuser,
      hasOwnGrant: own.length > 0,
    };
  }
}

/** Ownership invites are visible to sender and recipient only. */
function isParty(ownership: OwnershipRow | null, actor: Actor): boolean {
  const parties = [ownership?.senderId, ownership?.recipientId];
  return actor.kind === 'user' && parties.includes(actor.id);
}

function groupByAsset<Row extends { readonly assetId: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.assetId);
    if (group === undefined) groups.set(row.assetId, [row]);
    else group.push(row);
  }
  return groups;
}
