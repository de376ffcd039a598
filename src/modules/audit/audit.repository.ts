import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BoundedReader } from '../../database/query/bounded-reader';
import {
  filterSql,
  columnSql,
  type FieldReader,
  type FieldSql,
  jsonSql,
} from '../../database/query/filter-sql';
import { SqlParameters } from '../../database/query/sql-parameters';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { AuditLog, AuditMetadata } from '../../domain/audit/audit-action';
import type { Page, PageWindow } from '../../domain/page';
import type { AuditField } from '../../domain/query/audit-search';
import type { Filter } from '../../domain/query/mongo-expression';

type AuditColumn = Extract<AuditField, { source: 'column' }>['column'];

const FIELD_COLUMNS: Readonly<Record<AuditColumn, FieldSql>> = {
  action: columnSql('e.action', 'text'),
  log: columnSql('e.log', 'text'),
  username: columnSql('e.username', 'text'),
  assetUid: columnSql('e.asset_uid', 'text'),
  dateCreated: columnSql('e.date_created', 'time'),
};

/** Entries whose visible metadata omits sources of paired data that the viewer ($4) may not view (decision 88). */
const ENTRIES = `audit_entry e CROSS JOIN LATERAL (
  SELECT CASE WHEN $4::integer IS NULL OR NOT e.metadata ? 'paired-data' OR EXISTS (
    SELECT 1 FROM asset source
     WHERE source.uid = e.metadata #>> '{paired-data,source_uid}' AND source.date_deleted IS NULL
       AND (source.owner_id = $4 OR EXISTS (
         SELECT 1 FROM permission_assignment p JOIN app_user holder ON holder.id = p.user_id
          WHERE p.asset_id = source.id AND p.codename = 'view_asset'
            AND (holder.id = $4 OR holder.username = 'AnonymousUser'))))
  THEN e.metadata
  ELSE e.metadata || jsonb_build_object(
    'paired-data', e.metadata -> 'paired-data' || '{"source_uid":null,"source_name":null}') END AS metadata
) visible`;

const auditFieldSql: FieldReader<AuditField> = (field, parameters) =>
  field.source === 'column'
    ? FIELD_COLUMNS[field.column]
    : jsonSql(() => `visible.metadata #> ${parameters.add(field.path, 'text[]')}`);

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
  /** Present name; null without an asset and after its purge. */
  readonly assetName: string | null;
  readonly metadata: AuditMetadata;
  readonly dateCreated: Date;
  /** Null when the account was deleted. */
  readonly userUid: string | null;
}

export interface StoredAuditEntry extends AuditEntry {
  readonly id: string;
}

/** Absent members match all entries. */
export interface AuditScope {
  readonly log?: AuditLog;
  readonly assetId?: number;
  readonly userId?: number;
  /** User who reads the entries; absent: an operator or superuser, who may see all. */
  readonly viewerId?: number;
}

const COLUMNS = `
  e.log, e.action, e.user_id AS "userId", e.username, e.credential, e.address, e.agent, e.asset_uid AS "assetUid",
  (SELECT a.name FROM asset a WHERE a.id = e.asset_id) AS "assetName", visible.metadata, e.date_created AS "dateCreated", u.extra_details_uid AS "userUid"`;

@Injectable()
export class AuditRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reader: BoundedReader,
  ) {}

  /** Inserts each event for each asset, with the current owner. */
  async insertAssetEvents(
    transaction: Transaction,
    assetIds: readonly number[],
    { userId, username, credential, address, agent }: AuditCaller,
    now: Date,
    events: readonly Pick<AuditEntry, 'log' | 'action' | 'metadata'>[],
  ): Promise<void> {
    await managerOf(transaction).query(
      `INSERT INTO audit_entry
         (date_created, log, action, user_id, username, credential, address, agent, asset_id, asset_uid, metadata)
       SELECT $7, event.log, event.action, $2, $3, $4, $5, $6, a.id, a.uid,
              event.metadata::jsonb || jsonb_build_object('project_owner', owner.username)
                || CASE WHEN event.metadata::jsonb ->> 'log_subtype' = 'project'
                        THEN jsonb_build_object('latest_version_uid', newest.uid) ELSE '{}' END
         FROM asset a
         JOIN app_user owner ON owner.id = a.owner_id
         LEFT JOIN LATERAL (
           SELECT v.uid FROM asset_version v WHERE v.asset_id = a.id ORDER BY v.id DESC LIMIT 1
         ) newest ON true,
         unnest($8::text[], $9::text[], $10::text[]) WITH ORDINALITY AS event(log, action, metadata, position)
        WHERE a.id = ANY($1::int[]) ORDER BY a.id, event.position`,
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

  async insertAccountEvent(
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

  /** Runs outside a transaction. */
  async insertSignIn({
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

  /** Newest first. */
  async page(
    scope: AuditScope,
    search: Filter<AuditField> | undefined,
    { limit, start }: PageWindow,
  ): Promise<Page<AuditEntry>> {
    const parameters = new SqlParameters(...scopeParameters(scope), limit, start);
    const filter = search === undefined ? '' : ` AND ${filterSql(search, auditFieldSql, parameters)}`;
    const countParameters = new SqlParameters(...scopeParameters(scope));
    const countFilter =
      search === undefined ? '' : ` AND ${filterSql(search, auditFieldSql, countParameters)}`;
    return this.reader.read('rows', async (query) => {
      const [total] = await query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${ENTRIES} WHERE ${IN_SCOPE}${countFilter}`,
        countParameters.values,
      );
      const items = await query<AuditEntry>(
        `SELECT ${COLUMNS}
           FROM ${ENTRIES} LEFT JOIN app_user u ON u.id = e.user_id
          WHERE ${IN_SCOPE}${filter} ORDER BY e.id DESC LIMIT $5 OFFSET $6`,
        parameters.values,
      );
      return { count: total?.count ?? 0, items };
    });
  }

  /** Keyset pagination: entries before the entry `id`, newest first. */
  listBefore(scope: AuditScope, id: string | undefined, limit: number): Promise<StoredAuditEntry[]> {
    return this.dataSource.query(
      `SELECT e.id, ${COLUMNS} FROM ${ENTRIES} LEFT JOIN app_user u ON u.id = e.user_id
        WHERE ${IN_SCOPE} AND ($5::bigint IS NULL OR e.id < $5) ORDER BY e.id DESC LIMIT $6`,
      [...scopeParameters(scope), id ?? null, limit],
    );
  }

  async actions(scope: AuditScope): Promise<string[]> {
    const rows: { action: string }[] = await this.dataSource.query(
      `SELECT DISTINCT e.action COLLATE "C" AS action FROM audit_entry e WHERE ${IN_SCOPE} ORDER BY action`,
      scopeParameters(scope).slice(0, 3),
    );
    return rows.map(({ action }) => action);
  }
}

const IN_SCOPE = `
  ($1::text IS NULL OR e.log = $1) AND ($2::integer IS NULL OR e.asset_id = $2)
  AND ($3::integer IS NULL OR e.user_id = $3)`;

function scopeParameters({ log, assetId, userId, viewerId }: AuditScope) {
  return [log ?? null, assetId ?? null, userId ?? null, viewerId ?? null];
}
