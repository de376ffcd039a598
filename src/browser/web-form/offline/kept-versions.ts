/** Cache that names the current version of each page. */
const CURRENT = 'web-form.current';
const VERSIONS = 'web-form.version:';

/** Names of caches of one page begin with this. @param path of the page */
export function versionPrefix(path: string): string {
  return `${VERSIONS}${path}:`;
}

/** Name of the cache with the current version of a page; undefined if it was never kept. */
export async function currentVersion(path: string): Promise<string | undefined> {
  const response = await (await caches.open(CURRENT)).match(path);
  return response?.text();
}

export async function markCurrent(path: string, version: string): Promise<void> {
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
