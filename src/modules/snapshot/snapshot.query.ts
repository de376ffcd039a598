import type { Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { checkedInteger } from '../../database/copy/checked-integer';
import { CopyReader } from '../../database/copy/copy-reader';
import { VIEWED_ASSETS } from '../../database/query/viewed-assets-sql';
import type { RowFrame } from '../../database/copy/row-stream';

/** A snapshot without the content that it was made of. */
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

/** One snapshot with the content that it was made of, as JSON in UTF-8. */
export interface SnapshotDetailRow extends SnapshotRow {
  readonly source: Uint8Array;
}

/** Rows that one sweep removes at a time, so that it holds no lock for long. */
const MOST_SWEPT = 1000;

const COLUMNS = `
  s.id, s.uid, s.owner_id AS "ownerId", owner.username AS "ownerUsername", a.uid AS "assetUid", a.name AS "assetName",
  a.owner_id AS "assetOwnerId", s.version_id AS "versionId", s.warnings, s.date_created AS "dateCreated"`;

/** The snapshots of what is not deleted. */
const SOURCES = `
  asset_snapshot s
  JOIN app_user owner ON owner.id = s.owner_id
  LEFT JOIN asset a ON a.id = s.asset_id`;
const VISIBLE = 'a.date_deleted IS NULL';

/** What a snapshot was made of; of a version its content with the name that the asset had, as the form's title. */
const SOURCE = `
  coalesce(s.source, jsonb_set(v.content::jsonb, '{settings,form_title}', to_jsonb(v.name))::json)`;

/** `$1` may be told of it: its maker, and whoever views the asset. */
const LISTED = `
  ${VISIBLE} AND (s.owner_id = $1 OR s.asset_id IN (${VIEWED_ASSETS}))`;

/** Snapshots with their owners, assets and versions. */
@Injectable()
export class SnapshotQuery {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reader: CopyReader,
  ) {}

  async count(viewerId: number): Promise<number> {
    const rows: { count: number }[] = await this.dataSource.query(
      `SELECT count(*)::int AS count FROM ${SOURCES} WHERE ${LISTED}`,
      [viewerId],
    );
    return rows[0]?.count ?? 0;
  }

  /** Newest first. */
  list(viewerId: number, limit: number, start: number): Promise<SnapshotRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM ${SOURCES} WHERE ${LISTED} ORDER BY s.id DESC LIMIT $2 OFFSET $3`,
      [viewerId, limit, start],
    );
  }

  /**
   * Streams what these snapshots were made of, in their order, each in its frame: large contents pass and are never held
   * together. One that was removed meanwhile was made of null.
   */
  async streamSources(
    ids: readonly number[],
    { head, tail, ...frame }: { head: string; tail: string } & RowFrame,
    sink: Writable,
  ): Promise<void> {
    // COPY takes no parameters: the only values in its text are integers, checked here.
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
    const columns = await this.reader.row(
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
    const columns = await this.reader.row(`SELECT xml FROM asset_snapshot WHERE id = ${checkedInteger(id)}`);
    return columns?.[0];
  }

  /** Removes what nobody has asked for since `before`, a bounded number at a time. @returns how many */
  async removeUnused(before: Date): Promise<number> {
    const [, removed] = await this.dataSource.query<[unknown, number]>(
      `DELETE FROM asset_snapshot
        WHERE id IN (SELECT id FROM asset_snapshot WHERE date_used < $1 ORDER BY date_used LIMIT ${MOST_SWEPT})`,
      [before],
    );
    return removed;
  }
}
