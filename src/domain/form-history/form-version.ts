import type { Content } from '../content/content';

/** A deployed version of a form. Lists of versions go from the oldest to the newest. */
export interface FormVersion {
  readonly uid: string;
  /** Further identifiers under which submissions may name it. */
  readonly aliases?: readonly string[];
  /** Standard content, with what Kobo adds to XLSForm (scores, rankings, matrices) turned into plain rows. */
  readonly content: Content;
}

/**
 * The version that a submission belongs to (contract-xlsform 4.2): the newest one that it names, and the newest of all
 * when it names none that is known (decision 20).
 * @param versions oldest first; at least one, or the answer is undefined.
 * @param named every version uid found in the submission: `InstanceFacts.versionUids` or `namedVersions`.
 */
export function findVersion<V extends Pick<FormVersion, 'uid' | 'aliases'>>(
  versions: readonly V[],
  named: readonly string[],
): V | undefined {
  const isNamed = ({ uid, aliases }: V): boolean =>
    named.includes(uid) || (aliases?.some((alias) => named.includes(alias)) ?? false);
  return versions.findLast(isNamed) ?? versions.at(-1);
}

/** The version uids that the flat JSON of a submission names: old data may have several keys for them. */
export function namedVersions(answers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(answers).flatMap(([path, answer]) =>
    path.includes('_version_') && typeof answer === 'string' ? [answer] : [],
  );
}
