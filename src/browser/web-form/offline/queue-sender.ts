import type { OfflineDatabase, QueuedSubmission, StoredFile } from './offline-database';
import {
  afterAcknowledgement,
  afterFailure,
  type Answer,
  awaitingSignIn,
  isAcknowledged,
  isDue,
  stopsSending,
} from './retry-policy';

/** Requests to the service. */
export interface Transport {
  /** The user that this browser is signed in as. */
  identity(): Promise<Identity>;
  post(submission: QueuedSubmission, files: readonly StoredFile[]): Promise<Answer>;
}

export type Identity =
  | { readonly kind: 'user'; readonly username: string }
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'unknown' };

export interface Chance {
  /** Milliseconds since 1970. */
  now(): number;
  /** 0 to 1. */
  random(): number;
}

export const CHANCE: Chance = { now: () => Date.now(), random: () => Math.random() };

/** Sends queued submissions, oldest first. One sender at a time: the caller holds the lock. */
export class QueueSender {
  constructor(
    private readonly database: OfflineDatabase,
    private readonly transport: Transport,
    private readonly chance: Chance = CHANCE,
    private readonly onChange: () => void = () => undefined,
  ) {}

  /**
   * Sends what is due, including submissions that are queued meanwhile.
   * @param isNetworkBack ends pauses, except those that the service named; the next pause without a network is short,
   * since browsers announce the network a moment before it works
   * @returns the number of submissions that were sent
   */
  async sendDue({ isNetworkBack = false } = {}): Promise<number> {
    const tried = new Set<string>();
    let sent = 0;
    let identity: Identity | undefined;
    for (;;) {
      const submission = (await this.database.submissions()).find(
        (each) => !tried.has(each.instanceId) && isDue(each, this.chance.now(), isNetworkBack),
      );
      if (submission === undefined) return sent;
      tried.add(submission.instanceId);
      if (submission.username !== undefined) {
        identity ??= await this.transport.identity();
        if (identity.kind === 'unknown') {
          await this.fail(submission, { kind: 'none' }, isNetworkBack);
          return sent;
        }
        if (identity.kind !== 'user' || identity.username !== submission.username) {
          const now = this.chance.now();
          await this.update(submission, (stored) => awaitingSignIn(stored, now));
          continue;
        }
      }
      const failure = await this.send(submission, isNetworkBack);
      if (failure === undefined) sent += 1;
      else if (stopsSending(failure)) return sent;
    }
  }

  /** @returns undefined once all requests were acknowledged */
  private async send(submission: QueuedSubmission, isNetworkBack: boolean): Promise<Answer | undefined> {
    for (const files of submission.requests.slice(submission.acknowledged)) {
      const answer = await this.transport.post(submission, files);
      if (!isAcknowledged(answer)) {
        await this.fail(submission, answer, isNetworkBack);
        return answer;
      }
      await this.update(submission, afterAcknowledgement);
    }
    await this.database.deleteSubmission(submission.instanceId);
    this.onChange();
    return undefined;
  }

  private fail(submission: QueuedSubmission, answer: Answer, isNetworkBack: boolean): Promise<void> {
    const [now, random] = [this.chance.now(), this.chance.random()];
    const startsAgain = isNetworkBack && answer.kind === 'none';
    return this.update(submission, (stored) =>
      afterFailure(startsAgain ? { ...stored, attempts: 0 } : stored, answer, now, random),
    );
  }

  private async update(
    { instanceId }: QueuedSubmission,
    change: (submission: QueuedSubmission) => QueuedSubmission,
  ): Promise<void> {
    await this.database.updateSubmission(instanceId, change);
    this.onChange();
  }
}
