import type { SqlParameters } from './sql-parameters';

/** Which submissions are meant, by the version that they name. */
export type VersionChoice =
  | { readonly kind: 'all' }
  /** Those that name this version; of the newest one also those that name none. */
  | { readonly kind: 'one'; readonly uid: string; readonly isNewest: boolean };

/** Under which a submission names the version of its form (contract-xlsform 4.2). */
const VERSION_KEYS = ['__version__', '_version_', '_version__001'];

/**
 * The column holds the newest version that a submission names, and for one that names none the version that was the newest
 * when it came: which of the two it is, only the answers tell.
 */
export function versionSql(version: VersionChoice, parameters: SqlParameters): string {
  if (version.kind === 'all') return '';
  const uid = parameters.add(version.uid, 'text');
  const named = `version_uid IN (${VERSION_KEYS.map((key) => `answers ->> '${key}'`).join(', ')})`;
  return version.isNewest
    ? ` AND (version_uid = ${uid} OR (${named}) IS NOT TRUE)`
    : ` AND version_uid = ${uid} AND ${named}`;
}
