import { Injectable } from '@nestjs/common';
import { BoundedReader } from '../../../database/query/bounded-reader';
import { costOf, withinScope } from '../../../database/query/scope-sql';
import type { SubmissionScope } from '../../../domain/query/submission-scope';

export interface IdentityRow {
  readonly id: number;
  readonly uuid: string;
}

export interface PulledRow extends IdentityRow {
  readonly xml: string;
  readonly submittedAt: Date;
}

export interface PulledFileRow {
  readonly uid: string;
  readonly name: string;
  readonly mimetype: string;
  readonly byteSize: number;
  readonly sha256: Buffer;
}

@Injectable()
export class SubmissionPullQuery {
  constructor(private readonly reader: BoundedReader) {}

  /** Ordered by id. @param after exclusive id */
  listIdentities(scope: SubmissionScope, after: number, limit: number): Promise<IdentityRow[]> {
    const { where, parameters } = withinScope(scope, after, limit);
    return this.reader.read(costOf(scope), (query) =>
      query<IdentityRow>(
        `SELECT id, uuid FROM submission WHERE ${where} AND id > $2 ORDER BY id LIMIT $3`,
        parameters.values,
      ),
    );
  }

  /** @param uuid current uuid */
  async find(scope: SubmissionScope, uuid: string): Promise<PulledRow | undefined> {
    const { where, parameters } = withinScope(scope, uuid);
    const rows = await this.reader.read(costOf(scope), (query) =>
      query<PulledRow>(
        `SELECT id, uuid, xml, date_submitted AS "submittedAt" FROM submission
          WHERE ${where} AND (root_uuid = $2 AND uuid = $2 OR uuid = $2 AND uuid <> root_uuid) ORDER BY id LIMIT 1`,
        parameters.values,
      ),
    );
    return rows[0];
  }

  listFiles({ assetId }: SubmissionScope, { id }: Pick<IdentityRow, 'id'>): Promise<PulledFileRow[]> {
    return this.reader.read('known', (query) =>
      query<PulledFileRow>(
        `SELECT uid, name, mimetype, byte_size AS "byteSize", sha256 FROM attachment
          WHERE asset_id = $1 AND submission_id = $2 AND date_dropped IS NULL AND date_deleted IS NULL
          ORDER BY date_created, name`,
        [assetId, id],
      ),
    );
  }
}
