import type { Transaction } from '../database/unit-of-work/unit-of-work.port';
import type { SubmissionSize } from '../domain/export/export-memory';
import type { AssetAccess } from '../domain/permission/asset-access';
import type { PublishFunction } from '../database/query/submission-sql';

/**
 * Deletes what a module stores for a deleted asset and a foreign key cascade cannot: millions of rows, and stored files.
 * Must be idempotent: it runs again after an interruption.
 */
export type PurgeStep = (assetId: number) => Promise<void>;

/** Registry of the steps before the row of an asset is deleted. Modules register at start. */
export class AssetPurges {
  private readonly steps: PurgeStep[] = [];

  add(step: PurgeStep): void {
    this.steps.push(step);
  }

  /** Runs the steps one by one; after an error the row stays for the next run. */
  async run(assetId: number): Promise<void> {
    for (const step of this.steps) await step(assetId);
  }
}

/** All credentials of an account are revoked: its password was reset, or it was deactivated. */
export interface CredentialRevocation {
  readonly userId: number;
  /** The session that requested the revocation, which stays valid. */
  readonly exceptSession?: number | undefined;
}

/** A module that stores credentials: tokens, sessions, OAuth2 grants. */
export interface CredentialSubscriber {
  /** Revokes the credentials of the user in the transaction that changes the account. */
  revokeCredentials(transaction: Transaction, revocation: CredentialRevocation): Promise<void>;
}

/** Registry of modules that store credentials. They register at start. */
export class CredentialSubscribers {
  private readonly all: CredentialSubscriber[] = [];

  add(subscriber: CredentialSubscriber): void {
    this.all.push(subscriber);
  }

  async revokeAll(transaction: Transaction, revocation: CredentialRevocation): Promise<void> {
    for (const subscriber of this.all) await subscriber.revokeCredentials(transaction, revocation);
  }
}

type Measure = (access: AssetAccess<'view_submissions'>) => Promise<SubmissionSize>;

/** Measures the submissions that a caller may view. Registered by the module that stores them. */
export class SubmissionSizes {
  private measure: Measure | undefined;

  register(measure: Measure): void {
    this.measure = measure;
  }

  of(access: AssetAccess<'view_submissions'>): Promise<SubmissionSize> {
    return this.measure!(access);
  }
}

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
