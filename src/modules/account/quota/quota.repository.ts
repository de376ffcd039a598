import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { submissionCountSql } from '../../../database/query/submission-sql';
import { managerOf } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';

/** Project and owner of what is to be stored. */
export interface OwnedProject {
  readonly assetId: number;
  readonly ownerId: number;
}

/** Use of a project, and of all projects of its owner; 0 if only that of the project is read. */
export interface Use {
  readonly project: number;
  readonly owner: number;
}

/** Reads only the project, or all of the owner too, which costs more for owners of many. */
export type Extent = 'project' | 'owner';

const PROJECTS: Readonly<Record<Extent, string>> = {
  project: 'a.id = $1 AND $2::int IS NOT NULL',
  owner: 'a.owner_id = $2 AND a.date_deleted IS NULL',
};

/** Stored submissions and files that count for quotas: none of deleted projects, nor of deleted submissions. */
@Injectable()
export class QuotaRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Reads the maintained counts, no submission. */
  countSubmissions(owned: OwnedProject, extent: Extent): Promise<Use> {
    return countSubmissions(this.dataSource, owned, extent);
  }

  countSubmissionsWithin(transaction: Transaction, owned: OwnedProject, extent: Extent): Promise<Use> {
    return countSubmissions(managerOf(transaction), owned, extent);
  }

  /** Sizes of files of projects and of attachments, also of those that an edit replaced, whose bytes are kept. */
  sumFileBytes(owned: OwnedProject, extent: Extent): Promise<Use> {
    return sumFileBytes(this.dataSource, owned, extent);
  }

  sumFileBytesWithin(transaction: Transaction, owned: OwnedProject, extent: Extent): Promise<Use> {
    return sumFileBytes(managerOf(transaction), owned, extent);
  }
}

type Connection = Pick<DataSource, 'query'>;

async function countSubmissions(
  connection: Connection,
  { assetId, ownerId }: OwnedProject,
  extent: Extent,
): Promise<Use> {
  const rows: Use[] = await connection.query(
    `SELECT coalesce(sum(count) FILTER (WHERE id = $1), 0)::int AS project, coalesce(sum(count), 0)::int AS owner
       FROM (SELECT a.id, ${submissionCountSql('a.id')} AS count FROM asset a WHERE ${PROJECTS[extent]}) AS counted`,
    [assetId, ownerId],
  );
  return rows[0]!;
}

/** Two statements: those on attachments read no other table (decision 154). */
async function sumFileBytes(
  connection: Connection,
  { assetId, ownerId }: OwnedProject,
  extent: Extent,
): Promise<Use> {
  const files: (Use & { ids: number[] })[] = await connection.query(
    `SELECT coalesce(array_agg(id), '{}') AS ids, coalesce(sum(bytes) FILTER (WHERE id = $1), 0)::bigint AS project,
            coalesce(sum(bytes), 0)::bigint AS owner
       FROM (SELECT a.id, (SELECT sum(f.byte_size) FROM asset_file f
                            WHERE f.asset_id = a.id AND f.date_removed IS NULL) AS bytes
               FROM asset a WHERE ${PROJECTS[extent]}) AS summed`,
    [assetId, ownerId],
  );
  const { ids, project, owner } = files[0]!;
  const attachments: Use[] = await connection.query(
    `SELECT coalesce(sum(byte_size) FILTER (WHERE asset_id = $1), 0)::bigint AS project,
            coalesce(sum(byte_size), 0)::bigint AS owner
       FROM attachment WHERE asset_id = ANY($2::int[]) AND date_deleted IS NULL`,
    [assetId, ids],
  );
  const attached = attachments[0]!;
  return { project: project + attached.project, owner: owner + attached.owner };
}
