import type { SubmissionJson } from './column-group';

/** Part of the keys under which a submission names the version of its form. */
const VERSION_KEY = '_version_';

/**
 * Finds the version that a submission was filled in with: the newest of those that it names, else the newest of all
 * (contract-xlsform 4.2).
 * @param uids of the versions, oldest first
 */
export function versionFinder(uids: readonly string[]): (submission: SubmissionJson) => string {
  const newest = uids.at(-1) ?? '';
  if (uids.length <= 1) return () => newest;
  const ages = new Map(uids.map((uid, age) => [uid, age]));
  return (submission) => {
    let found = -1;
    for (const key in submission) {
      if (!key.includes(VERSION_KEY)) continue;
      found = Math.max(found, ages.get(submission[key] as string) ?? -1);
    }
    return uids[found] ?? newest;
  };
}
