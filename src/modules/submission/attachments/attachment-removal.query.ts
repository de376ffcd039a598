import { Injectable } from '@nestjs/common';
import { managerOf } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';

/** The caller holds the row locks. */
@Injectable()
export class AttachmentRemovalQuery {
  /** Submission ids by root uuid; unknown uuids are omitted. */
  async findSubmissionIds(
    transaction: Transaction,
    assetId: number,
    rootUuids: readonly string[],
  ): Promise<number[]> {
    const rows: { id: number }[] = await managerOf(transaction).query(
      'SELECT id FROM submission WHERE asset_id = $1 AND root_uuid = ANY($2::text[]) ORDER BY id',
      [assetId, rootUuids],
    );
    return rows.map(({ id }) => id);
  }

  async updateJson(
    transaction: Transaction,
    { assetId, now }: { assetId: number; now: Date },
    submissions: readonly { readonly id: number; readonly json: string }[],
  ): Promise<void> {
    await managerOf(transaction).query(
      `UPDATE submission s SET json = updated.json, date_modified = $2
         FROM unnest($3::bigint[], $4::text[]) AS updated(id, json)
        WHERE s.asset_id = $1 AND s.id = updated.id`,
      [assetId, now, submissions.map(({ id }) => id), submissions.map(({ json }) => json)],
    );
  }
}
