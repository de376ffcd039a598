import type { FlatSubmission } from './column-group';

/** Substring of the keys that hold a version uid. */
const VERSION_KEY_PART = '_version_';

/**
 * Finds the form version of a submission: the newest that it names, or else the newest of all (contract-xlsform 4.2).
 * @param uids of the versions, oldest first
 */
export function versionFinder(uids: readonly string[]): (submission: FlatSubmission) => string {
  const newest = uids.at(-1) ?? '';
  if (uids.length <= 1) return () => newest;
  const indexes = new Map(uids.map((uid, index) => [uid, index]));
  return (submission) => {
    let newestNamed = -1;
    for (const key in submission) {
      if (!key.includes(VERSION_KEY_PART)) continue;
      newestNamed = Math.max(newestNamed, indexes.get(submission[key] as string) ?? -1);
    }
    return uids[newestNamed] ?? newest;
  };
}
