import type { OfflineDatabase } from './offline-database';
import { CHANCE, QueueSender, type Transport } from './queue-sender';

/** Tag of Background Sync, and name of the lock and of the channel. */
export const QUEUE = 'web-form-queue';
const MIN_PAUSE_MS = 1_000;

/** Sends the queue in this tab or worker; the lock lets one of them send at a time. */
export class BackgroundSending {
  private readonly channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(QUEUE) : undefined;
  private readonly sender: QueueSender;
  private next: Promise<number> | undefined;
  /** Whether a call that waits was told so. */
  private isNetworkBack = false;

  /** @param onChange called after changes of the queue here and in other tabs */
  constructor(
    private readonly database: OfflineDatabase,
    transport: Transport,
    private readonly onChange: () => void = () => undefined,
  ) {
    this.sender = new QueueSender(database, transport, CHANCE, () => this.announce());
    if (this.channel !== undefined) this.channel.onmessage = () => onChange();
  }

  /** Tells this tab and the others that the queue or the drafts changed. */
  announce(): void {
    this.channel?.postMessage('changed');
    this.onChange();
  }

  /** Sends after a round of another tab; calls that wait are one. */
  send(isNetworkBack = false): Promise<number> {
    this.isNetworkBack ||= isNetworkBack;
    this.next ??= exclusively(() => {
      const round = { isNetworkBack: this.isNetworkBack };
      this.next = undefined;
      this.isNetworkBack = false;
      return this.sender.sendDue(round);
    }).catch(() => {
      this.next = undefined;
      return 0;
    });
    return this.next;
  }

  /** Milliseconds until a submission is due; undefined if none waits. */
  async pauseMs(): Promise<number | undefined> {
    const waiting = (await this.database.submissions()).filter(({ state }) => state === 'waiting');
    if (waiting.length === 0) return undefined;
    // After a failure the others wait with the one that failed.
    const failed = waiting.filter(({ problem }) => problem !== undefined);
    const times = (failed.length === 0 ? waiting : failed).map(({ notBefore }) => notBefore);
    return Math.max(MIN_PAUSE_MS, Math.min(...times) - CHANCE.now());
  }
}

/** Browsers without Web Locks may send twice at a time: the service stores an instanceID once. */
async function exclusively(run: () => Promise<number>): Promise<number> {
  return 'locks' in navigator ? await navigator.locks.request(QUEUE, run) : run();
}
