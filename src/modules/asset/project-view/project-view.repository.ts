import { Injectable } from '@nestjs/common';
import { ASSET_FIELD_SOURCES, assetFieldSql, assetOrderSql } from '../../../database/query/asset-field-sql';
import { Semaphore } from '../../../concurrency/limits';
import { BoundedReader } from '../../../database/query/bounded-reader';
import { filterSql } from '../../../database/query/filter-sql';
import { submissionCountSql } from '../../../database/query/submission-sql';
import { SqlParameters } from '../../../database/query/sql-parameters';
import type { ViewedUser } from '../../../domain/account/username';
import type { Page, PageWindow } from '../../../domain/page';
import { UnavailableError } from '../../../domain/errors';
import type { AssetField, AssetSortKey } from '../../../domain/query/asset-field';
import { type Filter, hasPattern } from '../../../domain/query/mongo-expression';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { ProjectViewEntity, ProjectViewUserEntity } from '../../../database/entities/permission.entity';
import { managerOf } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';

export interface ViewedAsset {
  readonly uid: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly languages: readonly (string | null)[];
  readonly createdBy: string | null;
  readonly lastModifiedBy: string | null;
  readonly dateCreated: Date;
  readonly dateModified: Date;
  readonly dateDeployed: Date | null;
  /** Null when never deployed. */
  readonly active: boolean | null;
  readonly encrypted: boolean | null;
  readonly deploymentUuid: string | null;
  readonly submissions: number;
  readonly ownerUsername: string;
  readonly ownerEmail: string;
  readonly ownerName: string;
  readonly ownerOrganization: string;
}

export interface ViewedCounts {
  readonly deployed: number;
  readonly archived: number;
  readonly draft: number;
}

const COLUMNS = `
  a.uid, a.name, a.settings, coalesce(a.summary -> 'languages', '[]') AS languages, a.created_by AS "createdBy",
  a.last_modified_by AS "lastModifiedBy", d.encrypted, d.uuid AS "deploymentUuid", a.date_created AS "dateCreated",
  a.date_modified AS "dateModified", d.date_deployed AS "dateDeployed", d.active, owner.username AS "ownerUsername",
  owner.email AS "ownerEmail", coalesce(owner.extra_details ->> 'name', '') AS "ownerName",
  coalesce(owner.extra_details ->> 'organization', '') AS "ownerOrganization",
  ${submissionCountSql('a.id')} AS submissions`;

/** Surveys of some countries; a list that contains `*` is of all. */
function surveysOf(countries: readonly string[], search: Filter<AssetField> | undefined) {
  const parameters = new SqlParameters();
  const codes = parameters.add(countries, 'text[]');
  // Settings hold a code as text, or codes computed from objects.
  const conditions = [
    `a.date_deleted IS NULL AND owner.is_active AND a.asset_type = 'survey'`,
    `('*' = ANY(${codes}) OR a.settings -> 'country_codes' ?| ${codes} OR a.settings ->> 'country' = ANY(${codes}))`,
    ...(search === undefined ? [] : [filterSql(search, assetFieldSql, parameters)]),
  ];
  return {
    from: `asset a LEFT JOIN deployment d ON d.asset_id = a.id ${ASSET_FIELD_SOURCES}
           WHERE ${conditions.join(' AND ')}`,
    parameters,
  };
}

function costOf(search: Filter<AssetField> | undefined): 'rows' | 'patterns' {
  return search !== undefined && hasPattern(search) ? 'patterns' : 'rows';
}

const USER_COLUMNS = `
  u.id, u.username, u.is_superuser AS "isSuperuser", u.is_active AS "isActive", u.email,
  u.date_joined AS "dateJoined", u.last_login AS "lastLogin", u.extra_details AS "extraDetails",
  (SELECT count(*) FROM asset a WHERE a.owner_id = u.id AND a.date_deleted IS NULL
      AND a.asset_type <> 'empty')::int AS "assetCount"`;

/** Users whose profile names one of the countries. `$1` is the list of countries. */
const USERS = `app_user u WHERE ('*' = ANY($1::text[]) OR u.extra_details ->> 'country' = ANY($1::text[]))`;

/** Exports read few batches at a time: waiting longer for a connection than its timeout would break them off. */
const MAX_BATCH_READS = 2;

export type StoredView = Readonly<ProjectViewEntity>;

/** Absent members stay. */
export type ViewChange = Partial<Pick<ProjectViewEntity, 'name' | 'countries' | 'permissions'>>;

@Injectable()
export class ProjectViewRepository {
  private readonly batchReads = new Semaphore({
    maxConcurrent: MAX_BATCH_READS,
    maxQueued: Infinity,
    queueFull: () => new UnavailableError('Too many exports are being read. Retry in a few seconds.'),
  });

  constructor(
    @InjectRepository(ProjectViewEntity) private readonly views: Repository<ProjectViewEntity>,
    @InjectRepository(ProjectViewUserEntity) private readonly users: Repository<ProjectViewUserEntity>,
    private readonly reader: BoundedReader,
  ) {}

  /** Oldest first. @param userId absent: of all users */
  async list(userId: number | undefined, { limit, start }: { limit: number; start: number }) {
    const query = this.views.createQueryBuilder('view').orderBy('view.id').offset(start).limit(limit);
    if (userId !== undefined) {
      query.innerJoin(ProjectViewUserEntity, 'assigned', 'assigned.viewId = view.id');
      query.where('assigned.userId = :userId', { userId });
    }
    return query.getManyAndCount();
  }

  find(uid: string): Promise<StoredView | null> {
    return this.views.findOneBy({ uid });
  }

  isAssigned(viewId: number, userId: number): Promise<boolean> {
    return this.users.existsBy({ viewId, userId });
  }

  assignments(viewIds: readonly number[]): Promise<ProjectViewUserEntity[]> {
    return this.users.find({ where: { viewId: In([...viewIds]) }, order: { userId: 'ASC' } });
  }

  async insert(transaction: Transaction, view: Omit<StoredView, 'id'>): Promise<number> {
    const { identifiers } = await managerOf(transaction).insert(ProjectViewEntity, { ...view });
    return (identifiers[0] as { id: number }).id;
  }

  async update(transaction: Transaction, id: number, change: ViewChange): Promise<void> {
    if (Object.keys(change).length > 0)
      await managerOf(transaction).update(ProjectViewEntity, { id }, change);
  }

  async assign(transaction: Transaction, viewId: number, userIds: readonly number[]): Promise<void> {
    const manager = managerOf(transaction);
    await manager.delete(ProjectViewUserEntity, { viewId });
    if (userIds.length === 0) return;
    await manager.insert(
      ProjectViewUserEntity,
      userIds.map((userId) => ({ viewId, userId })),
    );
  }

  async delete(transaction: Transaction, id: number): Promise<void> {
    await managerOf(transaction).delete(ProjectViewEntity, { id });
  }

  assets(
    countries: readonly string[],
    search: Filter<AssetField> | undefined,
    order: readonly AssetSortKey[],
    { limit, start }: PageWindow,
  ): Promise<Page<ViewedAsset>> {
    return this.reader.read(costOf(search), async (query) => {
      const counted = surveysOf(countries, search);
      const [row] = await query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${counted.from}`,
        counted.parameters.values,
      );
      const { from, parameters } = surveysOf(countries, search);
      const part = `LIMIT ${parameters.add(limit, 'bigint')} OFFSET ${parameters.add(start, 'bigint')}`;
      const items = await query<ViewedAsset>(
        `SELECT ${COLUMNS} FROM ${from} ORDER BY ${assetOrderSql(order)} ${part}`,
        parameters.values,
      );
      return { count: row!.count, items };
    });
  }

  /** Ids of all projects. */
  async listAssetIds(countries: readonly string[], order: readonly AssetSortKey[]): Promise<number[]> {
    const { from, parameters } = surveysOf(countries, undefined);
    const [row] = await this.reader.read('rows', (query) =>
      query<{ ids: number[] }>(
        `SELECT ARRAY(SELECT a.id FROM ${from} ORDER BY ${assetOrderSql(order)}) AS ids`,
        parameters.values,
      ),
    );
    return row!.ids;
  }

  /** Projects of these ids, in their order; those that left the view are left out. */
  assetsOf(countries: readonly string[], ids: readonly number[]): Promise<ViewedAsset[]> {
    const { from, parameters } = surveysOf(countries, undefined);
    const batch = parameters.add(ids, 'int[]');
    return this.readBatch<ViewedAsset>(
      `SELECT ${COLUMNS} FROM ${from} AND a.id = ANY(${batch}) ORDER BY array_position(${batch}, a.id)`,
      parameters.values,
    );
  }

  async counts(countries: readonly string[], search: Filter<AssetField> | undefined): Promise<ViewedCounts> {
    const { from, parameters } = surveysOf(countries, search);
    const rows = await this.reader.read(costOf(search), (query) =>
      query<ViewedCounts>(
        `SELECT count(*) FILTER (WHERE d.active)::int AS deployed,
                count(*) FILTER (WHERE NOT d.active)::int AS archived,
                count(*) FILTER (WHERE d.active IS NULL)::int AS draft
           FROM ${from}`,
        parameters.values,
      ),
    );
    return rows[0]!;
  }

  /** Users whose profile names one of the countries, by username. */
  async listUsers(
    countries: readonly string[],
    anonymousUserId: number,
    { limit, start }: PageWindow,
  ): Promise<Page<ViewedUser>> {
    return this.reader.read('rows', async (query) => {
      const [row] = await query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${USERS} AND u.id <> $2`,
        [countries, anonymousUserId],
      );
      const items = await query<ViewedUser>(
        `SELECT ${USER_COLUMNS} FROM ${USERS} AND u.id <> $2 ORDER BY u.username LIMIT $3 OFFSET $4`,
        [countries, anonymousUserId, limit, start],
      );
      return { count: row!.count, items };
    });
  }

  /** Ids of all users but the anonymous one, by username. */
  async listUserIds(countries: readonly string[], anonymousUserId: number): Promise<number[]> {
    const [row] = await this.reader.read('rows', (query) =>
      query<{ ids: number[] }>(
        `SELECT ARRAY(SELECT u.id FROM ${USERS} AND u.id <> $2 ORDER BY u.username) AS ids`,
        [countries, anonymousUserId],
      ),
    );
    return row!.ids;
  }

  /** Users of these ids, in their order; those that left the view are left out. */
  usersOf(countries: readonly string[], ids: readonly number[]): Promise<ViewedUser[]> {
    return this.readBatch<ViewedUser>(
      `SELECT ${USER_COLUMNS} FROM ${USERS} AND u.id = ANY($2::int[]) ORDER BY array_position($2::int[], u.id)`,
      [countries, ids],
    );
  }

  private readBatch<Row extends object>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return this.batchReads.run(() => this.reader.read('known', (query) => query<Row>(sql, values)));
  }
}
