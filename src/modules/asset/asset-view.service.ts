import { Injectable } from '@nestjs/common';
import type { HeldRead } from '../../database/cache/asset-reads';
import type { Actor } from '../../domain/account/actor';
import { type AssetStatus, assetStatus } from '../../domain/asset/asset-status';
import { visibleHolders } from '../../domain/permission/assignment-visibility';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Codename } from '../../domain/permission/codename';
import { effectivePermissions } from '../../domain/permission/effective-permissions';
import { AccountService } from '../account/account.service';
import { type AssetFile, AssetFileService } from '../media/asset-file.service';
import { AssetContentQuery, type LargeColumns } from './asset-content.query';
import {
  type AssetDetailRow,
  type AssetRow,
  AssetViewQuery,
  type DeployedVersionRow,
  type ExportSettingRow,
  type OwnershipRow,
} from './asset-view.query';
import { type Tally, Tallies } from './tallies';
import { AssetAssignments, KnownAssignments, type ShownAssignment } from './known-assignments';

export type { Tallies, Tally };

/** Settings of exports as an asset keeps them. */
export type KeptExportSetting = Omit<ExportSettingRow, 'assetId'>;

/** An asset as one caller may see it. */
export interface AssetView extends AssetRow {
  /** Assignments that this caller is shown. */
  readonly assignments: readonly ShownAssignment[];
  readonly status: AssetStatus;
  /** What the caller may do. */
  readonly held: ReadonlySet<Codename>;
  /** What of it was granted, to the caller or to everybody: a superuser may do more. */
  readonly granted: ReadonlySet<Codename>;
  readonly isOwner: boolean;
  readonly isSuperuser: boolean;
  /** What the caller was granted itself, for collections. */
  readonly hasOwnGrant: boolean;
  /** None for those who may see no submissions. */
  readonly exportSettings: readonly KeptExportSetting[];
}

/** One asset with everything but the counts of its submissions. */
export interface AssetDetail extends AssetView, AssetDetailRow, LargeColumns {
  readonly deployedVersions: readonly DeployedVersionRow[];
  readonly files: readonly AssetFile[];
}

export interface AssetDetailView extends AssetDetail {
  readonly tally: Tally;
}

/** What was made of assets, and how many submissions they have now. */
export interface CountedText<Text> {
  readonly text: Text;
  readonly tallies: Tallies;
}

type SeenAsset = AssetAccess<'view_asset' | 'change_asset' | 'change_submissions'>;

/** What other tables tell of an asset. */
interface RowsBeside {
  readonly assignments: AssetAssignments;
  readonly settings: readonly ExportSettingRow[];
}

const WITHOUT = new AssetAssignments([]);

/** Reads of assets as clients see them: with deployment, counts and permissions. */
@Injectable()
export class AssetViewService {
  private readonly knownAssignments = new KnownAssignments();

  constructor(
    private readonly views: AssetViewQuery,
    private readonly contents: AssetContentQuery,
    private readonly accounts: AccountService,
    private readonly files: AssetFileService,
  ) {}

  async show(actor: Actor, access: SeenAsset): Promise<AssetDetailView> {
    const { assetId } = access;
    const [detail, tallies] = await Promise.all([this.detailOf(actor, access), this.talliesOf([assetId])]);
    return { ...detail, tally: tallies.of(assetId) };
  }

  async detailOf(actor: Actor, { assetId }: SeenAsset): Promise<AssetDetail> {
    const [[view], detail, large, deployedVersions, files] = await Promise.all([
      this.viewsOf(actor, [assetId]),
      this.views.detail(assetId),
      this.contents.ofAsset(assetId),
      this.views.deployedVersions(assetId),
      this.files.allOf({ assetId }),
    ]);
    const ownership = concerns(detail.ownership, actor) ? detail.ownership : null;
    return { ...view!, ...detail, ...large, ownership, deployedVersions, files };
  }

  /** In the order of `ids`. */
  async viewsOf(actor: Actor, ids: readonly number[]): Promise<AssetView[]> {
    if (ids.length === 0) return [];
    const [rows, assignments, exportSettings] = await Promise.all([
      this.views.rows(ids, {
        userId: actor.kind === 'user' ? actor.id : undefined,
        anonymousUserId: this.accounts.anonymousUserId,
        isSuperuser: actor.kind === 'user' && actor.isSuperuser,
      }),
      this.views.assignments(ids),
      this.views.exportSettings(ids),
    ]);
    const assignmentsOf = new Map(assignments.map((each) => [each.assetId, each.assignments]));
    const settingsOf = groupByAsset(exportSettings);
    return rows.map((row) => {
      const text = assignmentsOf.get(row.id);
      return this.view(actor, row, {
        assignments: text === undefined ? WITHOUT : this.knownAssignments.read(text),
        settings: settingsOf.get(row.id) ?? [],
      });
    });
  }

  /** Apart from the views, for counts change with every submission. */
  async talliesOf(ids: readonly number[]): Promise<Tallies> {
    return new Tallies(ids.length === 0 ? '[]' : await this.views.tallies(ids));
  }

  /** With the counts that are there already, if they are. */
  async counted<Text>({ text, counted, tallies }: HeldRead<Text>): Promise<CountedText<Text>> {
    return { text, tallies: tallies === undefined ? await this.talliesOf(counted) : new Tallies(tallies) };
  }

  private view(actor: Actor, row: AssetRow, { assignments, settings }: RowsBeside): AssetView {
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
      assignments: assignments.shownTo(holders),
      status: assetStatus(assignments.all, row.ownerId, anonymousUserId),
      held,
      granted: new Set([...own, ...anonymous]),
      isOwner,
      isSuperuser,
      hasOwnGrant: own.length > 0,
      exportSettings: held.has('view_submissions') || held.has('partial_submissions') ? settings : [],
    };
  }
}

/** An offer is a matter of the two whom it concerns. */
function concerns(ownership: OwnershipRow | null, actor: Actor): boolean {
  const sides = [ownership?.senderId, ownership?.recipientId];
  return actor.kind === 'user' && sides.includes(actor.id);
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
