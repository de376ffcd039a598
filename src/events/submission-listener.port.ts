import type { Transaction } from '../database/unit-of-work/unit-of-work.port';

/** Submissions of one asset came, changed (edited, judged, given further files) or went. */
export interface SubmissionChange {
  readonly kind: 'came' | 'changed' | 'went';
  readonly assetId: number;
  readonly submissionIds: readonly number[];
}

/** Somebody who must know of submissions, such as a feed of changes or what is sent on to other services. */
export interface SubmissionListener {
  /**
   * A function of the database, called as `(asset_id, ids, 'came', moment)`, that takes note of what comes as `hear` does.
   * Where every listener has one, a submission is stored and told of in one statement.
   */
  readonly noteFunction?: string;

  /**
   * Whether it must hear of this asset. The answer is remembered with the deployed form, until the asset is touched:
   * whoever changes the answer touches it.
   */
  listensTo(assetId: number): Promise<boolean>;

  /**
   * Takes note in the transaction that stores the change, so that both are there or neither is. What takes longer is a
   * job of that transaction; what it throws undoes the change.
   */
  hear(transaction: Transaction, change: SubmissionChange): Promise<void>;
}

/** Where modules say that they listen, once, at start. */
export class SubmissionListeners {
  private readonly all: SubmissionListener[] = [];

  add(listener: SubmissionListener): void {
    this.all.push(listener);
  }

  /** Those who must hear of an asset; for most assets there are none. */
  async of(assetId: number): Promise<readonly SubmissionListener[]> {
    const answers = await Promise.all(this.all.map((listener) => listener.listensTo(assetId)));
    return this.all.filter((_, index) => answers[index]);
  }
}

/** Tells them one after the other, in the order in which they came. */
export async function tellAll(
  listeners: readonly SubmissionListener[],
  transaction: Transaction,
  change: SubmissionChange,
): Promise<void> {
  for (const listener of listeners) await listener.hear(transaction, change);
}
