import { OFFLINE_FORMS_PATH, OFFLINE_WORKER_PATH } from '../../../domain/web-form/web-form-page';
import { QUEUE } from './offline-queue';

/** Registers the service worker for offline pages only. @returns undefined where the browser has none */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  // Absent on plain HTTP, except on localhost.
  if (!('serviceWorker' in navigator)) return undefined;
  try {
    await navigator.serviceWorker.register(OFFLINE_WORKER_PATH, {
      scope: `${OFFLINE_FORMS_PATH}/`,
      updateViaCache: 'none',
    });
    return await navigator.serviceWorker.ready;
  } catch {
    return undefined;
  }
}

/** Lets the browser send the queue when there is a network, even after the page is closed. */
export async function requestSync(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  await registration?.sync?.register(QUEUE).catch(() => undefined);
}

/** Asks the browser not to delete drafts and submissions when space runs short. */
export async function requestPersistence(): Promise<void> {
  const storage = navigator.storage as StorageManager | undefined;
  await storage?.persist?.().catch(() => false);
}
