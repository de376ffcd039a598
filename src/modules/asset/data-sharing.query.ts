import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { managerOf, invalidateOnCommit } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { DataSharing } from '../../domain/sharing/data-sharing';

export interface SharingAsset {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly dataSharing: DataSharing;
}

/** Extracts paths in the database, since content may be large. */
const PATHS = `
  SELECT question ->> '$xpath' AS path
    FROM asset CROSS JOIN json_array_elements(content -> 'survey') WITH ORDINALITY AS row(question, place)
   WHERE asset.id = $1 AND question ->> '$xpath' IS NOT NULL AND question ->> 'type' !~ '^(begin|end)[_ ]'
   ORDER BY place`;

@Injectable()
export class DataSharingQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async questionPaths(assetId: number): Promise<string[]> {
    return pathsOf(await this.dataSource.query(PATHS, [assetId]));
  }

  /** Like `questionPaths`, in the transaction. */
  async questionPathsIn(transaction: Transaction, assetId: number): Promise<string[]> {
    return pathsOf(await managerOf(transaction).query(PATHS, [assetId]));
  }

  async set(transaction: Transaction, id: number, sharing: DataSharing): Promise<void> {
    await managerOf(transaction).query('UPDATE asset SET data_sharing = $2 WHERE id = $1', [
      id,
      JSON.stringify(sharing),
    ]);
    invalidateOnCommit(transaction, 'asset', id);
  }

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
