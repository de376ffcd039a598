/** Scope of the service worker, as far as it is used: the DOM library of pages lacks it. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface WorkerFetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

interface WorkerScope {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: WorkerFetchEvent) => void): void;
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
}

interface ServiceWorkerRegistration {
  /** Background Sync, which some browsers lack. */
  readonly sync?: { register(tag: string): Promise<void> };
}

/** URLs of the files of the web form entry; set at build. */
declare const BUNDLED_FILES: readonly string[];
