import type { SqlParameters } from './sql-parameters';

/** Selects submissions by the form version they name. */
export type VersionSelection =
  | { readonly kind: 'all' }
  /** Submissions of this version; the newest version includes those that name none. */
  | { readonly kind: 'one'; readonly uid: string; readonly isNewest: boolean };

/** Keys of the form version in a submission (contract-xlsform 4.2). */
const VERSION_KEYS = ['__version__', '_version_', '_version__001'];

/**
 * Condition on the version. The column holds the newest version that a submission names or, if it names none, the newest at
 * its intake; only the answers distinguish the two.
 */
export function versionSql(version: VersionSelection, parameters: SqlParameters): string {
  if (version.kind === 'all') return '';
  const uid = parameters.add(version.uid, 'text');
  const named = `version_uid IN (${VERSION_KEYS.map((key) => `answers ->> '${key}'`).join(', ')})`;
  return version.isNewest
    ? ` AND (version_uid = ${uid} OR (${named}) IS NOT TRUE)`
    : ` AND version_uid = ${uid} AND ${named}`;
}
