import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { DELIVERY_STATUS, type DeliveryCause } from '../../domain/hook/hook';
import type { DeliveryOutcome } from '../../domain/hook/delivery-outcome';

/** A delivery that somebody has taken on. */
export interface HeldDelivery {
  readonly uid: string;
  readonly hookId: number;
  readonly submissionId: number;
  readonly cause: DeliveryCause;
  /** The one that it was taken for included. */
  readonly tries: number;
}

/** Writes down what is to be sent: a function, whose plan each connection keeps (decision 45). */
export const NOTE_DELIVERIES = 'note_deliveries';

const { failed, pending, processing } = DELIVERY_STATUS;
const OPEN = `status IN (${pending}, ${processing})`;

const HELD = `d.uid, d.hook_id AS "hookId", d.submission_id AS "submissionId", d.cause, d.tries`;

/**
 * Deliveries on their way. Whoever takes one holds it until a moment: whoever is silent by then is dead, and the next
 * one takes it. What the dead one says of it after that counts for nothing, for the number of tries has moved on.
 */
@Injectable()
export class HookDeliveryQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** One for each active hook of the asset that is told of this. */
  async insert(
    transaction: Transaction,
    assetId: number,
    { cause, submissionIds, now }: { cause: DeliveryCause; submissionIds: readonly number[]; now: Date },
  ): Promise<void> {
    await managerOf(transaction).query(`SELECT ${NOTE_DELIVERIES}($1, $2, $3, $4)`, [
      assetId,
      submissionIds,
      cause,
      now,
    ]);
  }

  /**
   * Takes on what is due, the oldest first.
   * @param each of one hook at most @param most in all @param busy hooks that have enough to do
   */
  async take(
    { each, most, busy }: { each: number; most: number; busy: readonly number[] },
    { now, until }: { now: Date; until: Date },
  ): Promise<HeldDelivery[]> {
    // The hooks that have open deliveries are stepped through on the index: one with a million costs as one with one.
    const [rows] = await this.dataSource.query<[HeldDelivery[], number]>(
      `WITH RECURSIVE waiting AS (
         (SELECT hook_id FROM hook_delivery WHERE ${OPEN} ORDER BY hook_id LIMIT 1)
         UNION ALL
         SELECT (SELECT d.hook_id FROM hook_delivery d
                  WHERE ${OPEN} AND d.hook_id > waiting.hook_id ORDER BY d.hook_id LIMIT 1)
           FROM waiting WHERE waiting.hook_id IS NOT NULL
       ), due AS MATERIALIZED (
         SELECT first.uid
           FROM waiting JOIN hook ON hook.id = waiting.hook_id AND hook.active AND hook.id <> ALL($5::int[])
          CROSS JOIN LATERAL (
            SELECT uid, id, date_due FROM hook_delivery
             WHERE hook_id = hook.id AND ${OPEN} AND date_due <= $1
             ORDER BY date_due, id LIMIT $3 FOR UPDATE SKIP LOCKED) AS first
          ORDER BY first.date_due, first.id LIMIT $4
       )
       UPDATE hook_delivery d
          SET status = ${processing}, tries = d.tries + 1, date_due = $2, date_modified = $1
         FROM due WHERE d.uid = due.uid RETURNING ${HELD}`,
      [now, until, each, most, busy],
    );
    return rows;
  }

  /** Takes on a failed one that nobody touched since `before`; undefined when there is none such. */
  async takeFailed(
    hookId: number,
    uid: string,
    { now, until, before }: { now: Date; until: Date; before: Date },
  ): Promise<HeldDelivery | undefined> {
    const [rows] = await this.dataSource.query<[HeldDelivery[], number]>(
      `UPDATE hook_delivery d
          SET status = ${processing}, tries = d.tries + 1, date_due = $4, date_modified = $3
        WHERE d.hook_id = $1 AND d.uid = $2 AND d.status = ${failed} AND d.date_modified <= $5 RETURNING ${HELD}`,
      [hookId, uid, now, until, before],
    );
    return rows[0];
  }

  /** Keeps what came of a try. */
  async settle({ uid, tries }: HeldDelivery, outcome: DeliveryOutcome, now: Date): Promise<void> {
    const due = new Date(now.getTime() + (outcome.againInMs ?? 0));
    await this.dataSource.query(
      `UPDATE hook_delivery SET status = $3, status_code = $4, message = $5, date_due = $6, date_modified = $7
        WHERE uid = $1 AND tries = $2 AND status = ${processing}`,
      [uid, tries, DELIVERY_STATUS[outcome.status], outcome.statusCode, outcome.message, due, now],
    );
  }

  /** Gives back what was not tried after all. */
  async giveBack({ uid, tries }: HeldDelivery, now: Date): Promise<void> {
    await this.dataSource.query(
      `UPDATE hook_delivery SET status = ${pending}, tries = tries - 1, date_due = $3
        WHERE uid = $1 AND tries = $2 AND status = ${processing}`,
      [uid, tries, now],
    );
  }

  /** Forgets some of what came to an end before a moment, be it well or not. @returns how many */
  async forget(before: Date, most: number): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown, number]>(
      `DELETE FROM hook_delivery WHERE uid IN (
         SELECT uid FROM hook_delivery WHERE NOT (${OPEN}) AND date_modified < $1 LIMIT $2)`,
      [before, most],
    );
    return count;
  }

  /** Asks for all that failed again. @returns their uids */
  async retryFailed(transaction: Transaction, hookId: number, now: Date): Promise<string[]> {
    const [rows]: [{ uid: string }[], number] = await managerOf(transaction).query(
      `UPDATE hook_delivery SET status = ${pending}, date_due = $2, date_modified = $2
        WHERE hook_id = $1 AND status = ${failed} RETURNING uid`,
      [hookId, now],
    );
    return rows.map(({ uid }) => uid);
  }
}
