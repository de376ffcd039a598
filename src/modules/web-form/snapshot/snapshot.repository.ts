import type { Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import { CopyReader } from '../../../database/copy/copy-reader';
import type { RowFrame } from '../../../database/copy/copied-rows';
import { checkedInteger, jsonFromBytes, textFromBytes } from '../../../database/query/sql-parameters';
import { AssetSnapshotEntity } from '../../../database/entities/asset.entity';

const VIEWABLE_ASSETS = `SELECT asset_id FROM permission_assignment WHERE user_id = $1 AND codename = 'view_asset'`;

export interface SnapshotRow {
  readonly id: number;
  readonly uid: string;
  readonly ownerId: number;
  readonly ownerUsername: string;
  readonly assetUid: string | null;
  readonly assetName: string | null;
  readonly assetOwnerId: number | null;
  readonly versionId: number | null;
  readonly warnings: readonly string[];
  readonly dateCreated: Date;
}

export interface SnapshotDetailRow extends SnapshotRow {
  /** JSON in UTF-8. */
  readonly source: Uint8Array;
}

/** Per statement, to keep locks short. */
const MAX_DELETED_ROWS = 1000;

const COLUMNS = `
  s.id, s.uid, s.owner_id AS "ownerId", owner.username AS "ownerUsername", a.uid AS "assetUid", a.name AS "assetName",
  a.owner_id AS "assetOwnerId", s.version_id AS "versionId", s.warnings, s.date_created AS "dateCreated"`;

const SOURCES = `
  asset_snapshot s
  JOIN app_user owner ON owner.id = s.owner_id
  LEFT JOIN asset a ON a.id = s.asset_id`;
const VISIBLE = 'a.date_deleted IS NULL';

/** Source of a snapshot, or the content of its version with the asset name as the form title. */
const SOURCE = `
  coalesce(s.source, jsonb_set(v.content::jsonb, '{settings,form_title}', to_jsonb(v.name))::json)`;

/** Snapshots created by `$1`, or of assets that `$1` may view. */
const LISTED_FOR_VIEWER = `
  ${VISIBLE} AND (s.owner_id = $1 OR s.asset_id IN (${VIEWABLE_ASSETS}))`;

export interface NewSnapshot {
  readonly uid: string;
  readonly ownerId: number;
  readonly assetId: number | null;
  readonly versionId: number | null;
  /** JSON in UTF-8; null if compiled from a version. */
  readonly source: Uint8Array | null;
  /** UTF-8. */
  readonly xml: Uint8Array;
  readonly warnings: readonly string[];
  readonly now: Date;
}

@Injectable()
export class SnapshotRepository {
  constructor(
    @InjectRepository(AssetSnapshotEntity) private readonly snapshots: Repository<AssetSnapshotEntity>,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reader: CopyReader,
  ) {}

  /** Finds the default snapshot of a version and marks it as used. */
  async reuse(versionId: number, now: Date): Promise<string | undefined> {
    const updated = await this.snapshots
      .createQueryBuilder()
      .update()
      .set({ dateUsed: now })
      .where({ versionId })
      .returning(['uid'])
      .execute();
    return uidOf(updated.raw);
  }

  /** @returns the uid of the snapshot, or of a concurrent one of the same version */
  async insert({ source, xml, warnings, now, ...row }: NewSnapshot): Promise<string> {
    const json = jsonFromBytes({ source: source ?? undefined });
    const text = textFromBytes({ xml });
    const inserted = await this.snapshots
      .createQueryBuilder()
      .insert()
      .values({
        ...row,
        ...json.values,
        ...text.values,
        warnings: [...warnings],
        dateCreated: now,
        dateUsed: now,
      })
      .setParameters({ ...json.parameters, ...text.parameters })
      .orUpdate(['date_used'], 'asset_snapshot_version_key')
      .returning(['uid'])
      .execute();
    return uidOf(inserted.raw)!;
  }

  async remove(uid: string): Promise<void> {
    await this.snapshots.delete({ uid });
  }

  async count(viewerId: number): Promise<number> {
    const rows: { count: number }[] = await this.dataSource.query(
      `SELECT count(*)::int AS count FROM ${SOURCES} WHERE ${LISTED_FOR_VIEWER}`,
      [viewerId],
    );
    return rows[0]?.count ?? 0;
  }

  /** Newest first. */
  list(viewerId: number, limit: number, start: number): Promise<SnapshotRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM ${SOURCES} WHERE ${LISTED_FOR_VIEWER} ORDER BY s.id DESC LIMIT $2 OFFSET $3`,
      [viewerId, limit, start],
    );
  }

  /** Streams the sources in order of the ids, each in its frame; null for a snapshot deleted meanwhile. */
  async streamSources(
    ids: readonly number[],
    { head, tail, ...frame }: { head: string; tail: string } & RowFrame,
    sink: Writable,
  ): Promise<void> {
    // COPY accepts no parameters; the only interpolated values are checked integers.
    const select = (keys: readonly number[]): string =>
      `SELECT listed.id, coalesce(${SOURCE}, 'null')
         FROM unnest('{${keys.map(checkedInteger).join(',')}}'::bigint[]) WITH ORDINALITY AS listed (id, place)
         LEFT JOIN asset_snapshot s ON s.id = listed.id
         LEFT JOIN asset_version v ON v.id = s.version_id
        ORDER BY listed.place`;
    await this.reader.stream({ head, tail, frame, keys: ids, select }, [], sink);
  }

  async find(uid: string): Promise<SnapshotDetailRow | undefined> {
    const rows: SnapshotRow[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM ${SOURCES} WHERE s.uid = $1 AND ${VISIBLE}`,
      [uid],
    );
    if (rows[0] === undefined) return undefined;
    const [snapshot] = rows;
    const columns = await this.reader.readFirstRow(
      `SELECT ${SOURCE}
         FROM asset_snapshot s LEFT JOIN asset_version v ON v.id = s.version_id
        WHERE s.id = ${checkedInteger(snapshot.id)}`,
    );
    return columns && { ...snapshot, source: columns[0]! };
  }

  async findXml(uid: string): Promise<Uint8Array | undefined> {
    const rows: { id: number }[] = await this.dataSource.query(
      `SELECT s.id FROM ${SOURCES} WHERE s.uid = $1 AND ${VISIBLE}`,
      [uid],
    );
    if (rows[0] === undefined) return undefined;
    const { id } = rows[0];
    const columns = await this.reader.readFirstRow(
      `SELECT xml FROM asset_snapshot WHERE id = ${checkedInteger(id)}`,
    );
    return columns?.[0];
  }

  /** Deletes at most 1000 snapshots unused since `before`. @returns the number of deleted rows */
  async deleteUnused(before: Date): Promise<number> {
    const [, deleted] = await this.dataSource.query<[unknown, number]>(
      `DELETE FROM asset_snapshot
        WHERE id IN (SELECT id FROM asset_snapshot WHERE date_used < $1 ORDER BY date_used LIMIT ${MAX_DELETED_ROWS})`,
      [before],
    );
    return deleted;
  }
}

function uidOf(raw: unknown): string | undefined {
  return (raw as { uid: string }[])[0]?.uid;
}
