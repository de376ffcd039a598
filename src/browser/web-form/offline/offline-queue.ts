import { onMounted, onUnmounted, ref, shallowRef } from 'vue';
import { pageHeaders } from '../send';
import { HttpTransport } from './http-transport';
import type { Draft, OfflineDatabase, QueuedSubmission } from './offline-database';
import { withoutProblem } from './retry-policy';
import { BackgroundSending } from './send-in-background';

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
