import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { EntityConflict, EntityData, EntityProblem } from '../../domain/entity/entity-change';
import type { EntityRow } from '../../domain/entity/entity-csv-rows';
import type { EntityNode } from '../../domain/entity/entity-node';
import type { EntityReader } from '../../domain/entity/entity-reader';
import type { Page, PageWindow } from '../../domain/page';

export interface EntityFilter {
  /** Text in the label, of any case. */
  readonly text?: string | undefined;
  /** Values that properties have. */
  readonly data?: EntityData | undefined;
  readonly hasConflict?: boolean | undefined;
}

export interface StoredEntityRow extends EntityRow {
  readonly id: string;
  readonly conflict: EntityConflict | null;
  readonly dateCreated: Date;
  readonly dateModified: Date;
}

export interface StoredVersionRow {
  readonly version: number;
  readonly label: string;
  readonly data: EntityData;
  readonly baseVersion: number | null;
  readonly conflicting: readonly string[];
  /** Form of the submission; null if a person made it, or the caller may not see the form. */
  readonly assetUid: string | null;
  readonly submissionId: number | null;
  readonly createdBy: string | null;
  readonly dateCreated: Date;
}

export interface ProblemRow {
  readonly id: number;
  readonly submissionId: number;
  readonly problem: EntityProblem;
  readonly node: EntityNode;
  readonly dateCreated: Date;
}

export interface ReadList {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly properties: readonly string[];
  readonly approvalRequired: boolean;
}

export interface EntityPresence {
  readonly uuid: string;
  readonly isDeleted: boolean;
}

const COLUMNS = `e.id::text AS id, e.uuid, e.version, e.label, e.data, e.conflict, e.date_created AS "dateCreated",
  e.date_modified AS "dateModified"`;

const FILTER = `e.list_id = $1 AND e.date_deleted IS NULL
  AND ($2::text IS NULL OR strpos(lower(e.label), lower($2)) > 0)
  AND ($3::jsonb IS NULL OR e.data @> $3)
  AND ($4::boolean IS NULL OR (e.conflict IS NOT NULL) = $4)`;

/** Reads entities for people, clients and collectors. */
@Injectable()
export class EntityRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Oldest first. */
  async list(
    listId: number,
    { text, data, hasConflict }: EntityFilter,
    { limit, start }: PageWindow,
  ): Promise<Page<StoredEntityRow>> {
    const values = [
      listId,
      text ?? null,
      data === undefined ? null : JSON.stringify(data),
      hasConflict ?? null,
    ];
    const [counted]: { count: number }[] = await this.dataSource.query(
      `SELECT count(*)::integer AS count FROM entity e WHERE ${FILTER}`,
      values,
    );
    const items: StoredEntityRow[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM entity e WHERE ${FILTER} ORDER BY e.id LIMIT $5 OFFSET $6`,
      [...values, limit, start],
    );
    return { count: counted!.count, items };
  }

  /** Undefined if it is deleted. */
  async find(listId: number, uuid: string): Promise<StoredEntityRow | undefined> {
    const rows: StoredEntityRow[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM entity e WHERE e.list_id = $1 AND e.uuid = $2 AND e.date_deleted IS NULL`,
      [listId, uuid],
    );
    return rows[0];
  }

  /** Newest first. */
  async versions(
    { id: userId, isSuperuser }: EntityReader,
    entityId: string,
    { limit, start }: PageWindow,
  ): Promise<Page<StoredVersionRow>> {
    const [counted]: { count: number }[] = await this.dataSource.query(
      'SELECT count(*)::integer AS count FROM entity_version WHERE entity_id = $1',
      [entityId],
    );
    const rows: (StoredVersionRow & { submissionId: string | null })[] = await this.dataSource.query(
      `SELECT v.version, v.label, v.data, v.base_version AS "baseVersion", v.conflicting, a.uid AS "assetUid",
              CASE WHEN a.uid IS NULL THEN NULL ELSE v.submission_id::text END AS "submissionId",
              v.created_by AS "createdBy", v.date_created AS "dateCreated"
         FROM entity_version v
         LEFT JOIN asset a ON a.id = v.asset_id AND a.date_deleted IS NULL
           AND (a.owner_id = $2 OR $3 OR EXISTS (
                 SELECT FROM permission_assignment p
                  WHERE p.asset_id = a.id AND p.user_id = $2 AND p.codename = 'view_submissions'))
        WHERE v.entity_id = $1 ORDER BY v.version DESC LIMIT $4 OFFSET $5`,
      [entityId, userId, isSuperuser, limit, start],
    );
    const items = rows.map((row) => ({
      ...row,
      submissionId: row.submissionId === null ? null : Number(row.submissionId),
    }));
    return { count: counted!.count, items };
  }

  /**
   * Entities of submissions of a form that could not be applied, newest first; without those of deleted submissions, which
   * are read apart (decision 154).
   */
  async problems(assetId: number, { limit, start }: PageWindow): Promise<Page<ProblemRow>> {
    const all: { id: string; submissionId: string }[] = await this.dataSource.query(
      `SELECT id::text AS id, submission_id::text AS "submissionId" FROM entity_problem
        WHERE asset_id = $1 ORDER BY entity_problem.id DESC`,
      [assetId],
    );
    const stored: { id: string }[] = await this.dataSource.query(
      'SELECT id::text AS id FROM submission WHERE asset_id = $1 AND id = ANY ($2::bigint[])',
      [assetId, [...new Set(all.map(({ submissionId }) => submissionId))]],
    );
    const ids = new Set(stored.map(({ id }) => id));
    const found = all.filter(({ submissionId }) => ids.has(submissionId));
    const rows: (Omit<ProblemRow, 'id' | 'submissionId'> & { id: string; submissionId: string })[] =
      await this.dataSource.query(
        `SELECT p.id::text AS id, p.submission_id::text AS "submissionId", p.problem, p.node,
                p.date_created AS "dateCreated"
           FROM entity_problem p WHERE p.id = ANY ($1::bigint[]) ORDER BY p.id DESC`,
        [found.slice(start, start + limit).map(({ id }) => id)],
      );
    const items = rows.map((row) => ({
      ...row,
      id: Number(row.id),
      submissionId: Number(row.submissionId),
    }));
    return { count: found.length, items };
  }

  /** Lists that a deployed form reads, by name. @param uid one of them */
  readBy(assetId: number, uid?: string): Promise<ReadList[]> {
    return this.dataSource.query(
      `SELECT l.id, l.uid, l.name, l.properties, l.approval_required AS "approvalRequired" FROM entity_list_use u JOIN entity_list l ON l.id = u.list_id
        WHERE u.asset_id = $1 AND u.reads AND ($2::text IS NULL OR l.uid = $2) ORDER BY l.name, l.id`,
      [assetId, uid ?? null],
    );
  }

  /** Finds these entities, also deleted ones; leaves out unknown ones. */
  presenceOf(listId: number, uuids: readonly string[]): Promise<EntityPresence[]> {
    return this.dataSource.query(
      `SELECT uuid, date_deleted IS NOT NULL AS "isDeleted" FROM entity
        WHERE list_id = $1 AND uuid = ANY ($2::uuid[]) ORDER BY id`,
      [listId, uuids],
    );
  }

  /** Text that is equal exactly if the entities of the list are: each change adds a version or a deletion. */
  async stateOf(listId: number): Promise<string> {
    const [row]: { state: string }[] = await this.dataSource.query(
      `SELECT concat_ws(' ', count(*), coalesce(sum(version), 0), count(date_deleted)) AS state
         FROM entity WHERE list_id = $1`,
      [listId],
    );
    return row!.state;
  }

  /** The next entities of a list, in order. @param after id of the last one read; '0' at first */
  rowsAfter(listId: number, after: string, limit: number): Promise<(EntityRow & { readonly id: string })[]> {
    return this.dataSource.query(
      `SELECT e.id::text AS id, e.uuid, e.version, e.label, e.data FROM entity e
        WHERE e.list_id = $1 AND e.id > $2 AND e.date_deleted IS NULL ORDER BY e.id LIMIT $3`,
      [listId, after, limit],
    );
  }
}
