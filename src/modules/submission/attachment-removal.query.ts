import { Injectable } from '@nestjs/common';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

/** How submissions lose their files; who takes them has locked the submissions. */
@Injectable()
export class AttachmentRemovalQuery {
  /** Numbers of the submissions that began with these identifiers; one that there is not is left out. */
  async idsOf(transaction: Transaction, assetId: number, rootUuids: readonly string[]): Promise<number[]> {
    const rows: { id: number }[] = await managerOf(transaction).query(
      'SELECT id FROM submission WHERE asset_id = $1 AND root_uuid = ANY($2::text[]) ORDER BY id',
      [assetId, rootUuids],
    );
    return rows.map(({ id }) => id);
  }

  /** Shows submissions with what became of their files. */
  async show(
    transaction: Transaction,
    { assetId, now }: { assetId: number; now: Date },
    submissions: readonly { readonly id: number; readonly json: string }[],
  ): Promise<void> {
    await managerOf(transaction).query(
      `UPDATE submission s SET json = shown.json, date_modified = $2
         FROM unnest($3::bigint[], $4::text[]) AS shown(id, json)
        WHERE s.asset_id = $1 AND s.id = shown.id`,
      [assetId, now, submissions.map(({ id }) => id), submissions.map(({ json }) => json)],
    );
  }
}
