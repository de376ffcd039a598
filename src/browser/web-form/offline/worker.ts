import { OFFLINE_FORMS_PATH } from '../../../domain/web-form/web-form-page';
import { HttpTransport } from './http-transport';
import { keptPage } from './kept-form';
import { OfflineDatabase } from './offline-database';
import { BackgroundSending, QUEUE } from './offline-queue';

/** Service worker of pages that work offline: serves pages and scripts from caches, and sends the queue in the background. */
const scope = globalThis as unknown as WorkerScope;
const FILES_PREFIX = 'web-form.files:';
/** Names of files contain a hash, so that the list identifies the build. */
const FILES_CACHE = FILES_PREFIX + BUNDLED_FILES.join(',');

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/browser/')) event.respondWith(bundledFile(request));
  else if (request.mode === 'navigate' && pathname.startsWith(`${OFFLINE_FORMS_PATH}/`))
    event.respondWith(openPage(request, pathname));
});
scope.addEventListener('sync', (event) => {
  if (event.tag === QUEUE) event.waitUntil(sendQueue());
});

async function install(): Promise<void> {
  await (await caches.open(FILES_CACHE)).addAll(BUNDLED_FILES as string[]);
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  await scope.clients.claim();
  await deleteOldFiles();
}

/** Keeps the files of earlier builds as long as kept pages need them. */
async function deleteOldFiles(): Promise<void> {
  const names = await caches.keys();
  const pages = await Promise.all(names.map(keptHtml));
  const needed = pages.join('').match(/\/browser\/[^"]+/g) ?? [];
  const missing = needed.filter((file) => !BUNDLED_FILES.includes(file));
  for (const name of names) {
    const isOld = name.startsWith(FILES_PREFIX) && name !== FILES_CACHE;
    if (isOld && !missing.some((file) => name.includes(file))) await caches.delete(name);
  }
}

async function keptHtml(name: string): Promise<string> {
  const cache = await caches.open(name);
  const pages = (await cache.keys()).filter(({ url }) =>
    new URL(url).pathname.startsWith(OFFLINE_FORMS_PATH),
  );
  const texts = await Promise.all(pages.map(async (page) => (await cache.match(page))?.text()));
  return texts.join('');
}

async function bundledFile(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

/** From the cache first: a weak network must not delay the page, which looks for a newer version afterwards. */
async function openPage(request: Request, path: string): Promise<Response> {
  return (await keptPage(path)) ?? fetch(request);
}

async function sendQueue(): Promise<void> {
  const database = new OfflineDatabase();
  await new BackgroundSending(database, new HttpTransport(csrfToken)).send(true);
  const isUnreachable = (await database.submissions()).some(({ problem }) => problem?.kind === 'unreachable');
  // The browser tries again later.
  if (isUnreachable) throw new Error('The service cannot be reached.');
}

async function csrfToken(): Promise<string> {
  const cookie = 'cookieStore' in globalThis ? await globalThis.cookieStore.get('csrftoken') : undefined;
  return cookie?.value ?? '';
}
