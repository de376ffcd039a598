import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { managerOf, touch } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { DataSharing } from '../../domain/sharing/data-sharing';

/** An asset as others look at it who want its answers. */
export interface SharingAsset {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly dataSharing: DataSharing;
}

/** The content stays in the database: of a large one no more is wanted than the paths. */
const PATHS = `
  SELECT question ->> '$xpath' AS path
    FROM asset CROSS JOIN json_array_elements(content -> 'survey') WITH ORDINALITY AS row(question, place)
   WHERE asset.id = $1 AND question ->> '$xpath' IS NOT NULL AND question ->> 'type' !~ '^(begin|end)[_ ]'
   ORDER BY place`;

/** What assets share of their submissions. */
@Injectable()
export class DataSharingQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Paths of the questions of the newest content, in their order. */
  async questionPaths(assetId: number): Promise<string[]> {
    return pathsOf(await this.dataSource.query(PATHS, [assetId]));
  }

  /** The same as the transaction has left it. */
  async questionPathsIn(transaction: Transaction, assetId: number): Promise<string[]> {
    return pathsOf(await managerOf(transaction).query(PATHS, [assetId]));
  }

  async set(transaction: Transaction, id: number, sharing: DataSharing): Promise<void> {
    await managerOf(transaction).query('UPDATE asset SET data_sharing = $2 WHERE id = $1', [
      id,
      JSON.stringify(sharing),
    ]);
    touch(transaction, 'asset', id);
  }

  /** Undefined when there is none of that uid. */
  async find(uid: string): Promise<SharingAsset | undefined> {
    const rows = await this.dataSource.query<SharingAsset[]>(
      `SELECT id, uid, name, data_sharing AS "dataSharing" FROM asset WHERE uid = $1 AND date_deleted IS NULL`,
      [uid],
    );
    return rows[0];
  }
}

function pathsOf(rows: readonly { path: string }[]): string[] {
  return rows.map(({ path }) => path);
}
