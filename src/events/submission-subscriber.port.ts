import type { PublishFunction } from '../database/query/submission-sql';
import type { Transaction } from '../database/unit-of-work/unit-of-work.port';

/** Submissions of one asset were created, updated (answers, validation status, attachments) or deleted. */
export interface SubmissionChange {
  readonly kind: 'created' | 'updated' | 'deleted';
  readonly assetId: number;
  readonly submissionIds: readonly number[];
}

/** Subscriber to changes of submissions, such as hooks. */
export interface SubmissionSubscriber {
  /**
   * Database function that does what `handle` does for new submissions. When every subscriber has one, storing and
   * publishing take one statement.
   */
  readonly publishFunction?: PublishFunction;

  /**
   * Whether to publish changes of this asset. Cached with the deployed form until the asset is touched: touch the asset
   * when the response changes.
   */
  isSubscribedTo(assetId: number): Promise<boolean>;

  /** Runs in the transaction of the change; an error rolls the change back. Enqueue a job for slow work. */
  handle(transaction: Transaction, change: SubmissionChange): Promise<void>;
}

/** Registry of subscribers. Modules register at start. */
export class SubmissionSubscribers {
  private readonly all: SubmissionSubscriber[] = [];

  add(subscriber: SubmissionSubscriber): void {
    this.all.push(subscriber);
  }

  /** Subscribers of an asset; most assets have none. */
  async forAsset(assetId: number): Promise<readonly SubmissionSubscriber[]> {
    const subscribed = await Promise.all(this.all.map((subscriber) => subscriber.isSubscribedTo(assetId)));
    return this.all.filter((_, index) => subscribed[index]);
  }
}

/** Calls the subscribers one by one, in the order of registration. */
export async function publish(
  subscribers: readonly SubmissionSubscriber[],
  transaction: Transaction,
  change: SubmissionChange,
): Promise<void> {
  for (const subscriber of subscribers) await subscriber.handle(transaction, change);
}
