import type { WebFormPage } from '../../../domain/web-form/web-form-page';
import { isRemote, type MediaFile, manifestFiles } from '../form-media';

/** Cache that names the current version of each page. */
const CURRENT = 'web-form.current';
const VERSIONS = 'web-form.version:';

/** Names of caches of one page begin with this. @param path of the page */
function versionPrefix(path: string): string {
  return `${VERSIONS}${path}:`;
}

/** Name of the cache with the current version of a page; undefined if it was never kept. */
async function currentVersion(path: string): Promise<string | undefined> {
  const response = await (await caches.open(CURRENT)).match(path);
  return response?.text();
}

async function markCurrent(path: string, version: string): Promise<void> {
  await (await caches.open(CURRENT)).put(path, new Response(version));
}

/** The current version of a page; undefined if it was never kept. */
export async function keptPage(path: string): Promise<Response | undefined> {
  const version = await currentVersion(path);
  return version === undefined ? undefined : (await caches.open(version)).match(path);
}

/** Deletes versions that are neither current nor in use. @param used names of caches, such as those of drafts */
export async function deleteOldVersions(used: readonly string[]): Promise<void> {
  const current = await caches.open(CURRENT);
  const paths = (await current.keys()).map(({ url }) => new URL(url).pathname);
  const kept = new Set([...used, ...(await Promise.all(paths.map(currentVersion)))]);
  for (const name of await caches.keys())
    if (name.startsWith(VERSIONS) && !kept.has(name)) await caches.delete(name);
}

/** State of the copy after a look at the service. */
export type KeptState = 'current' | 'updated' | 'unreachable' | 'sign-in' | 'closed';

const HASH_BYTES = 8;

class UnavailableError extends Error {
  constructor(readonly state: Exclude<KeptState, 'current' | 'updated'>) {
    super(state);
  }
}

/**
 * Keeps page, form and media in caches of this browser, one for each version of the form. A version becomes current once
 * all of it is there, so that no page is shown with the form of another version.
 */
export class KeptForm {
  constructor(
    private readonly page: WebFormPage,
    private readonly path: string,
  ) {}

  /** @returns false where the browser has no caches, or refuses them, as in private windows and without cookies */
  static async isSupported(): Promise<boolean> {
    if (!('caches' in globalThis) || globalThis.crypto.subtle === undefined) return false;
    return caches.keys().then(
      () => true,
      () => false,
    );
  }

  current(): Promise<string | undefined> {
    return currentVersion(this.path);
  }

  /** Reads a file of a version; from the network if it was not kept. */
  async read(version: string, path: string, headers: HeadersInit): Promise<Response> {
    const kept = await (await caches.open(version)).match(path);
    return kept ?? fetch(path, { headers });
  }

  /** Fetches what has changed since the current version. */
  async refresh(headers: HeadersInit): Promise<KeptState> {
    try {
      const { form, manifest } = this.page;
      const page = await this.fetch(this.path, { Accept: 'text/html' });
      const files = [page, await this.fetch(form, headers), await this.fetch(manifest, headers)];
      const texts = await Promise.all(files.map((file) => file.clone().text()));
      const version = `${versionPrefix(this.path)}${await hash(texts.join('\0'))}`;
      const previous = await this.current();
      if (previous === version) {
        await refreshRemote(await caches.open(version), texts[2]!, headers);
        return 'current';
      }

      const cache = await caches.open(version);
      await this.keepMedia(cache, texts[2]!, previous, headers);
      await keepScripts(cache, texts[0]!);
      await Promise.all([this.path, form, manifest].map((path, index) => cache.put(path, files[index]!)));
      await markCurrent(this.path, version);
      return previous === undefined ? 'current' : 'updated';
    } catch (error) {
      if (error instanceof UnavailableError) return error.state;
      if (error instanceof TypeError) return 'unreachable';
      throw error;
    }
  }

  private async keepMedia(
    cache: Cache,
    manifest: string,
    previous: string | undefined,
    headers: HeadersInit,
  ): Promise<void> {
    const kept = previous === undefined ? undefined : await caches.open(previous);
    const before = new Set(
      manifestFiles((await (await kept?.match(this.page.manifest))?.text()) ?? '').map(keyOf),
    );
    for (const file of manifestFiles(manifest)) {
      const unchanged = before.has(keyOf(file)) ? await kept!.match(file.path) : undefined;
      const response = unchanged ?? (await fetch(file.path, { headers }));
      if (response.ok) await cache.put(file.path, response);
      else if (response.status >= 500) throw new UnavailableError('unreachable');
    }
  }

  private async fetch(path: string, headers: HeadersInit): Promise<Response> {
    const response = await fetch(path, { headers, cache: 'no-cache' });
    if (response.status === 401 || response.redirected) throw new UnavailableError('sign-in');
    if (response.status >= 500 || response.status === 429) throw new UnavailableError('unreachable');
    if (!response.ok) throw new UnavailableError('closed');
    return response;
  }
}

/** Fetches files of other hosts again; those that fail stay as they are. */
async function refreshRemote(cache: Cache, manifest: string, headers: HeadersInit): Promise<void> {
  for (const { path } of manifestFiles(manifest).filter(isRemote)) {
    const response = await fetch(path, { headers });
    if (response.ok) await cache.put(path, response);
  }
}

function keyOf({ path, hash: content }: MediaFile): string {
  return `${path} ${content}`;
}

/** The service worker keeps those of its own build; after an upgrade of the service the page may need newer ones first. */
async function keepScripts(cache: Cache, page: string): Promise<void> {
  for (const [, path] of page.matchAll(/(?:src|href)="(\/browser\/[^"]+)"/g))
    if ((await caches.match(path!)) === undefined) await cache.add(path!);
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest).slice(0, HASH_BYTES)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
