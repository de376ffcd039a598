import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { preparedStatement } from '../../database/connection/timeout-pool';
import { submissionCountsSql } from '../../database/query/submission-sql';
import type { AssetType } from '../../domain/content/content';
import type { ExportRequest } from '../../domain/export/export-request';
import type { QuestionFeature } from '../../domain/supplement/question-feature';

export interface AssetRow {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly assetType: AssetType;
  readonly ownerId: number;
  readonly ownerUsername: string;
  readonly parentUid: string | null;
  readonly settings: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly dataSharing: string;
  readonly createdBy: string | null;
  readonly lastModifiedBy: string | null;
  readonly dateCreated: Date;
  readonly dateModified: Date;
  /** Children visible to the caller. */
  readonly childCount: number;
  readonly subscriberCount: number;
  readonly isFollowed: boolean;
  readonly versionUid: string | null;
  /** Null when never deployed. */
  readonly active: boolean | null;
  readonly deploymentUuid: string | null;
  readonly encrypted: boolean | null;
  readonly dateDeployed: Date | null;
  readonly deployedVersionUid: string | null;
}

export interface RowViewer {
  readonly userId: number | undefined;
  readonly anonymousUserId: number;
  readonly isSuperuser: boolean;
}

export interface AssetDetailRow {
  readonly contentHash: string | null;
  readonly versionCount: number;
  readonly reportCustom: object;
  readonly mapStyles: object;
  readonly mapCustom: object;
  readonly advancedFeatures: object;
  /** Oldest first. */
  readonly questionFeatures: readonly QuestionFeature[];
  readonly ownership: OwnershipRow | null;
}

export interface OwnershipRow {
  readonly inviteUid: string;
  readonly senderId: number;
  readonly recipientId: number;
  readonly sender: string;
  readonly recipient: string;
  readonly status: string;
}

export interface DeployedVersionRow {
  readonly uid: string;
  readonly contentHash: string;
  readonly dateModified: Date;
}

export interface AssignmentsRow {
  readonly assetId: number;
  /** JSON array of arrays, parsed by `AssignmentCache`. */
  readonly assignments: string;
}

export interface ExportSettingRow {
  readonly assetId: number;
  readonly uid: string;
  readonly name: string;
  readonly request: ExportRequest;
  readonly dateModified: Date;
}

const SUBMISSION_COUNTS = preparedStatement(submissionCountsSql('$1::int[]'));

const ROW_COLUMNS = `
  a.id, a.uid, a.name, a.asset_type AS "assetType", a.owner_id AS "ownerId", owner.username AS "ownerUsername",
  parent.uid AS "parentUid", a.settings::text AS settings, a.summary::text AS summary, a.tags,
  a.data_sharing::text AS "dataSharing",
  a.created_by AS "createdBy", a.last_modified_by AS "lastModifiedBy", a.date_created AS "dateCreated",
  a.date_modified AS "dateModified", newest.uid AS "versionUid", d.active, d.uuid AS "deploymentUuid", d.encrypted,
  d.date_deployed AS "dateDeployed", deployed.uid AS "deployedVersionUid",
  CASE WHEN a.asset_type = 'collection' THEN (
    SELECT count(*) FROM asset child
     WHERE child.parent_id = a.id AND child.date_deleted IS NULL AND child.asset_type <> 'empty' AND ($4 OR EXISTS (
       SELECT 1 FROM permission_assignment p
        WHERE p.asset_id = child.id AND p.codename = 'view_asset' AND p.user_id IN ($2, $3)))
  ) ELSE 0 END::int AS "childCount",
  CASE WHEN a.asset_type = 'collection'
    THEN (SELECT count(*) FROM asset_subscription s WHERE s.asset_id = a.id) ELSE 0 END::int AS "subscriberCount",
  EXISTS (SELECT 1 FROM asset_subscription s WHERE s.asset_id = a.id AND s.user_id = $2) AS "isFollowed"`;

const ROW_SOURCES = `
  asset a
  JOIN app_user owner ON owner.id = a.owner_id
  LEFT JOIN asset parent ON parent.id = a.parent_id
  LEFT JOIN deployment d ON d.asset_id = a.id
  LEFT JOIN asset_version deployed ON deployed.id = d.version_id
  LEFT JOIN LATERAL (
    SELECT v.uid FROM asset_version v WHERE v.asset_id = a.id ORDER BY v.id DESC LIMIT 1
  ) newest ON true`;

const ROWS = preparedStatement(`
  SELECT ${ROW_COLUMNS} FROM ${ROW_SOURCES}
   WHERE a.id = ANY($1::int[]) ORDER BY array_position($1::int[], a.id)`);

const ASSIGNMENT_COLUMNS = `json_agg(json_build_array(p.uid, p.user_id, u.username, p.codename, p.partial_grants)
                  ORDER BY u.username, p.codename)::text`;

/** By one id instead of an array, so that PostgreSQL keeps the plan: planning takes longer than running. */
const ROW = preparedStatement(`
  SELECT ${ROW_COLUMNS},
         (SELECT ${ASSIGNMENT_COLUMNS}
            FROM permission_assignment p JOIN app_user u ON u.id = p.user_id
           WHERE p.asset_id = a.id AND u.is_active) AS assignments
    FROM ${ROW_SOURCES} WHERE a.id = $1`);

const DETAIL = preparedStatement(`
  SELECT a.report_custom AS "reportCustom", a.map_styles AS "mapStyles", a.map_custom AS "mapCustom",
         a.advanced_features AS "advancedFeatures",
         (SELECT coalesce(json_agg(json_build_object('uid', f.uid, 'questionXpath', f.question_xpath, 'action', f.action,
                                                     'params', f.params) ORDER BY f.id), '[]')
            FROM question_feature f WHERE f.asset_id = a.id) AS "questionFeatures",
         (SELECT content_hash FROM asset_version v WHERE v.asset_id = a.id ORDER BY v.id DESC LIMIT 1)
           AS "contentHash",
         (SELECT count(*)::int FROM asset_version v WHERE v.asset_id = a.id) AS "versionCount",
         (SELECT json_build_object('inviteUid', i.uid, 'senderId', i.sender_id, 'recipientId', i.recipient_id,
                                   'sender', s.username, 'recipient', r.username, 'status', i.status)
            FROM ownership_transfer t
            JOIN ownership_invite i ON i.id = t.invite_id
            JOIN app_user s ON s.id = i.sender_id
            JOIN app_user r ON r.id = i.recipient_id
           WHERE t.asset_id = a.id ORDER BY t.id DESC LIMIT 1) AS ownership
    FROM asset a WHERE a.id = $1`);

const DEPLOYED_VERSIONS = preparedStatement(`
  SELECT uid, content_hash AS "contentHash", date_modified AS "dateModified"
    FROM asset_version WHERE asset_id = $1 AND deployed ORDER BY id DESC`);

const ASSIGNMENTS = preparedStatement(`
  SELECT p.asset_id AS "assetId",
         ${ASSIGNMENT_COLUMNS} AS assignments
    FROM permission_assignment p JOIN app_user u ON u.id = p.user_id
   WHERE p.asset_id = ANY($1::int[]) AND u.is_active GROUP BY p.asset_id`);

const EXPORT_SETTINGS = preparedStatement(`
  SELECT asset_id AS "assetId", uid, name, request, date_modified AS "dateModified"
    FROM export_setting WHERE asset_id = ANY($1::int[]) ORDER BY date_modified DESC, id DESC`);

/** Reads asset representations: one query per to-many relation, never one per row (no N+1). */
@Injectable()
export class AssetViewRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** In the order of `ids`. */
  rows(ids: readonly number[], { userId, anonymousUserId, isSuperuser }: RowViewer): Promise<AssetRow[]> {
    return this.dataSource.query(ROWS, [ids, userId ?? null, anonymousUserId, isSuperuser]);
  }

  /** One row with its assignments. */
  async row(
    id: number,
    { userId, anonymousUserId, isSuperuser }: RowViewer,
  ): Promise<AssetRow & { readonly assignments: string | null }> {
    const rows: (AssetRow & { assignments: string | null })[] = await this.dataSource.query(ROW, [
      id,
      userId ?? null,
      anonymousUserId,
      isSuperuser,
    ]);
    return rows[0]!;
  }

  async detail(id: number): Promise<AssetDetailRow> {
    const rows: AssetDetailRow[] = await this.dataSource.query(DETAIL, [id]);
    return rows[0]!;
  }

  /** Newest first. */
  deployedVersions(id: number): Promise<DeployedVersionRow[]> {
    return this.dataSource.query(DEPLOYED_VERSIONS, [id]);
  }

  /** Assignments of active users, sorted by username and codename; one row per asset that has any. */
  assignments(ids: readonly number[]): Promise<AssignmentsRow[]> {
    return this.dataSource.query(ASSIGNMENTS, [ids]);
  }

  /** Last modified first. */
  exportSettings(ids: readonly number[]): Promise<ExportSettingRow[]> {
    return this.dataSource.query(EXPORT_SETTINGS, [ids]);
  }

  /** Submission counts and last submission times as JSON, parsed by `AssetSubmissionCounts`. */
  async submissionCounts(ids: readonly number[]): Promise<string> {
    const rows: { counts: string }[] = await this.dataSource.query(SUBMISSION_COUNTS, [ids]);
    return rows[0]!.counts;
  }
}
