import { onMounted, onUnmounted, ref, shallowRef } from 'vue';
import type { OfflineDatabase, Draft, QueuedSubmission } from './offline-database';
import { CHANCE, QueueSender, type Transport } from './queue-sender';
import { pageHeaders } from '../send';
import { HttpTransport } from './http-transport';
import { withoutProblem } from './retry-policy';

/** Tag of Background Sync, and name of the lock and of the channel. */
export const QUEUE = 'web-form-queue';
const MIN_PAUSE_MS = 1_000;

/** Sends the queue in this tab or worker; the lock lets one of them send at a time. */
export class BackgroundSending {
  private readonly channel = openChannel();
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

/** @returns undefined where the browser has no channels, or refuses them with cookies and other storage */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(QUEUE);
  } catch {
    return undefined;
  }
}

/** Browsers without Web Locks may send twice at a time: the service stores an instanceID once. */
async function exclusively(run: () => Promise<number>): Promise<number> {
  return 'locks' in navigator ? await navigator.locks.request(QUEUE, run) : run();
}

export interface ShownHere {
  submission(submission: QueuedSubmission): boolean;
  draft(draft: Draft): boolean;
}

/** Queue and drafts of this browser as the page shows them; sends at start, when the network is back, and after pauses. */
export function useOfflineQueue(database: OfflineDatabase, isShown: ShownHere) {
  const submissions = shallowRef<readonly QueuedSubmission[]>([]);
  const drafts = shallowRef<readonly Draft[]>([]);
  const isSending = ref(false);
  const isOnline = ref(navigator.onLine);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const transport = new HttpTransport(() => Promise.resolve(pageHeaders()['X-CSRFToken'] ?? ''));
  const sending = new BackgroundSending(database, transport, () => void read());

  async function read(): Promise<void> {
    try {
      submissions.value = (await database.submissions()).filter((each) => isShown.submission(each));
      drafts.value = (await database.drafts()).filter((each) => isShown.draft(each) && !each.isOpen);
    } catch {
      // The page says so when it stores something.
    }
  }

  async function send(isNetworkBack: boolean): Promise<void> {
    isSending.value = true;
    await sending.send(isNetworkBack);
    isSending.value = false;
    const pause = await sending.pauseMs().catch(() => undefined);
    clearTimeout(timer);
    if (pause !== undefined) timer = setTimeout(() => void send(false), pause);
  }

  async function retry({ instanceId }: QueuedSubmission): Promise<void> {
    await database.updateSubmission(instanceId, withoutProblem);
    sending.announce();
    await send(true);
  }

  async function deleteSubmission({ instanceId }: QueuedSubmission): Promise<void> {
    await database.deleteSubmission(instanceId);
    await database.deleteLocalEntities(instanceId);
    sending.announce();
  }

  async function deleteDraft({ instanceId }: Draft): Promise<void> {
    await database.deleteDraft(instanceId);
    sending.announce();
  }

  const followNetwork = (): void => {
    isOnline.value = navigator.onLine;
    if (isOnline.value) void send(true);
  };
  // Someone may have signed in on another page.
  const followVisibility = (): void => {
    if (document.visibilityState === 'visible') void send(true);
  };

  onMounted(() => {
    window.addEventListener('online', followNetwork);
    window.addEventListener('offline', followNetwork);
    document.addEventListener('visibilitychange', followVisibility);
    void read().then(() => send(true));
  });
  onUnmounted(() => {
    window.removeEventListener('online', followNetwork);
    window.removeEventListener('offline', followNetwork);
    document.removeEventListener('visibilitychange', followVisibility);
    clearTimeout(timer);
  });

  return {
    submissions,
    drafts,
    isSending,
    isOnline,
    announce: () => sending.announce(),
    send,
    retry,
    deleteSubmission,
    deleteDraft,
  };
}
