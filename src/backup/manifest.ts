/** A backup can't be created, read or restored. The message says how to fix it. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Incremented with each incompatible change of backups. */
export const MANIFEST_FORMAT = 1;

export interface FileDigest {
  readonly bytes: number;
  readonly sha256: string;
}

export interface TableEntry extends FileDigest {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

/** Manifest of a backup. Written last: a folder without it holds no complete backup. */
export interface Manifest {
  readonly format: typeof MANIFEST_FORMAT;
  readonly version: string;
  /** Time of the snapshot, ISO 8601. */
  readonly moment: string;
  /** Applied migrations: the schema of the rows. */
  readonly migrations: readonly string[];
  /** Fingerprint of the SECRET_KEY that the rows require; null before the first start of the service. */
  readonly keyFingerprint: string | null;
  /** In topological order: referenced tables first. */
  readonly tables: readonly TableEntry[];
  readonly sequences: readonly { readonly name: string; readonly last: string }[];
  /** List of referenced files: SHA-256 in hex, one per line. */
  readonly files: FileDigest & { readonly count: number };
  /** Listed files that are missing or damaged in the service itself. */
  readonly lost: readonly string[];
}

const NAME = /^[a-z_][a-z0-9_]*$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** @throws BackupError for an unknown format or a damaged manifest */
export function parseManifest(text: string): Manifest {
  const manifest = parseJson(text);
  if (manifest?.format !== MANIFEST_FORMAT) {
    throw new BackupError('Unknown format of the manifest. Use a newer version of the service.');
  }
  const names = [...manifest.tables, ...manifest.sequences].map(({ name }) => name);
  const columns = manifest.tables.flatMap((table) => table.columns);
  const hashes = [...manifest.tables, manifest.files].map(({ sha256 }) => sha256);
  if (
    ![...names, ...columns].every((name) => NAME.test(name)) ||
    !hashes.every((hash) => SHA256.test(hash))
  ) {
    throw new BackupError('The manifest is damaged. Use another copy of the backup.');
  }
  return manifest;
}

function parseJson(text: string): Manifest | undefined {
  try {
    return JSON.parse(text) as Manifest;
  } catch {
    return undefined;
  }
}
