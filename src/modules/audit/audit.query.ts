import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { auditFieldSql } from '../../database/query/audit-field-sql';
import { BoundedReader } from '../../database/query/bounded-reader';
import { filterSql } from '../../database/query/filter-sql';
import { SqlParameters } from '../../database/query/sql-parameters';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { AuditLog, AuditMetadata } from '../../domain/audit/audit-action';
import type { Page, PageWindow } from '../../domain/page';
import type { AuditField } from '../../domain/query/audit-search';
import type { Filter } from '../../domain/query/filter';

/** Who did it, by what credential, from where. */
export interface AuditCaller {
  readonly userId: number | null;
  readonly username: string;
  readonly credential: string | null;
  readonly address: string | null;
  readonly agent: string | null;
}

export interface AuditEntry extends AuditCaller {
  readonly log: AuditLog;
  readonly action: string;
  readonly assetUid: string | null;
  readonly metadata: AuditMetadata;
  readonly dateCreated: Date;
  /** Uid of the account's details; null when there is no such account any more. */
  readonly userUid: string | null;
}

/** An entry with its place among all. */
export interface NumberedEntry extends AuditEntry {
  readonly id: string;
}

/** Which entries are meant; what is absent does not matter. */
export interface AuditScope {
  readonly log?: AuditLog;
  readonly assetId?: number;
  readonly userId?: number;
}

const COLUMNS = `
  e.log, e.action, e.user_id AS "userId", e.username, e.credential, e.address, e.agent, e.asset_uid AS "assetUid",
  e.metadata, e.date_created AS "dateCreated", u.extra_details_uid AS "userUid"`;

/** The table grows and nothing else: entries come in, and are read. */
@Injectable()
export class AuditQuery {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reader: BoundedReader,
  ) {}

  /** Each event of each asset; whose it was at that moment is kept with it. */
  async insertOfAssets(
    transaction: Transaction,
    assetIds: readonly number[],
    { userId, username, credential, address, agent }: AuditCaller,
    now: Date,
    events: readonly Pick<AuditEntry, 'log' | 'action' | 'metadata'>[],
  ): Promise<void> {
    await managerOf(transaction).query(
      `INSERT INTO audit_entry
         (date_created, log, action, user_id, username, credential, address, agent, asset_id, asset_uid, metadata)
       SELECT $7, told.log, told.action, $2, $3, $4, $5, $6, a.id, a.uid,
              told.metadata::jsonb || jsonb_build_object('project_owner', owner.username)
                || CASE WHEN told.metadata::jsonb ->> 'log_subtype' = 'project'
                        THEN jsonb_build_object('latest_version_uid', newest.uid) ELSE '{}' END
         FROM asset a
         JOIN app_user owner ON owner.id = a.owner_id
         LEFT JOIN LATERAL (
           SELECT v.uid FROM asset_version v WHERE v.asset_id = a.id ORDER BY v.id DESC LIMIT 1
         ) newest ON true,
         unnest($8::text[], $9::text[], $10::text[]) WITH ORDINALITY AS told(log, action, metadata, place)
        WHERE a.id = ANY($1::int[]) ORDER BY a.id, told.place`,
      [
        assetIds,
        userId,
        username,
        credential,
        address,
        agent,
        now,
        events.map(({ log }) => log),
        events.map(({ action }) => action),
        events.map(({ metadata }) => JSON.stringify(metadata)),
      ],
    );
  }

  /** What is about no asset. */
  async insertOfAccount(
    transaction: Transaction,
    { userId, username, credential, address, agent }: AuditCaller,
    { action, metadata }: Pick<AuditEntry, 'action' | 'metadata'>,
    now: Date,
  ): Promise<void> {
    await managerOf(transaction).query(
      `INSERT INTO audit_entry (date_created, log, action, user_id, username, credential, address, agent, metadata)
       VALUES ($1, 'service', $2, $3, $4, $5, $6, $7, $8)`,
      [now, action, userId, username, credential, address, agent, JSON.stringify(metadata)],
    );
  }

  /** A sign-in is a transaction of its own. */
  async insertOfSignIn({
    action,
    userId,
    username,
    address,
    metadata,
    now,
  }: Pick<AuditEntry, 'action' | 'userId' | 'username' | 'address' | 'metadata'> & {
    now: Date;
  }): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO audit_entry (date_created, log, action, user_id, username, credential, address, metadata)
       VALUES ($1, 'access', $2, $3, $4, 'password', $5, $6)`,
      [now, action, userId, username, address, JSON.stringify(metadata)],
    );
  }

  /** Newest first. @param search absent: whatever the scope has */
  async page(
    scope: AuditScope,
    search: Filter<AuditField> | undefined,
    { limit, start }: PageWindow,
  ): Promise<Page<AuditEntry>> {
    const parameters = new SqlParameters(...valuesOf(scope), limit, start);
    const filter = search === undefined ? '' : ` AND ${filterSql(search, auditFieldSql, parameters)}`;
    const counted = new SqlParameters(...valuesOf(scope));
    const countFilter = search === undefined ? '' : ` AND ${filterSql(search, auditFieldSql, counted)}`;
    return this.reader.read('rows', async (ask) => {
      const [total] = await ask<{ count: number }>(
        `SELECT count(*)::int AS count FROM audit_entry e WHERE ${WITHIN}${countFilter}`,
        counted.values,
      );
      const items = await ask<AuditEntry>(
        `SELECT ${COLUMNS}
           FROM audit_entry e LEFT JOIN app_user u ON u.id = e.user_id
          WHERE ${WITHIN}${filter} ORDER BY e.id DESC LIMIT $4 OFFSET $5`,
        parameters.values,
      );
      return { count: total?.count ?? 0, items };
    });
  }

  /** The history of an asset as far as it was written before one of its entries, newest first. @param id absent: all */
  older(assetId: number, id: string | undefined, limit: number): Promise<NumberedEntry[]> {
    return this.dataSource.query(
      `SELECT e.id, ${COLUMNS} FROM audit_entry e LEFT JOIN app_user u ON u.id = e.user_id
        WHERE e.log = 'project' AND e.asset_id = $1 AND ($2::bigint IS NULL OR e.id < $2)
        ORDER BY e.id DESC LIMIT $3`,
      [assetId, id ?? null, limit],
    );
  }

  /** The actions of all entries, sorted. */
  async actions(scope: AuditScope): Promise<string[]> {
    const rows: { action: string }[] = await this.dataSource.query(
      `SELECT DISTINCT e.action COLLATE "C" AS action FROM audit_entry e WHERE ${WITHIN} ORDER BY action`,
      valuesOf(scope),
    );
    return rows.map(({ action }) => action);
  }
}

const WITHIN = `
  ($1::text IS NULL OR e.log = $1) AND ($2::integer IS NULL OR e.asset_id = $2)
  AND ($3::integer IS NULL OR e.user_id = $3)`;

function valuesOf({ log, assetId, userId }: AuditScope) {
  return [log ?? null, assetId ?? null, userId ?? null];
}
