import { BackupError } from './backup-error';

/** A later shape of backups gets the next number. */
export const FORMAT = 1;

/** A part of the backup that is a file of its own. */
export interface Piece {
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** The rows of one table, in the text format of COPY. */
export interface TablePiece extends Piece {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

/** What a backup holds. It is written last: a folder without it holds no backup. */
export interface Manifest {
  readonly format: typeof FORMAT;
  /** Of the service that made it, and the moment that all of it shows. */
  readonly version: string;
  readonly moment: string;
  /** Names of the migrations that made the schema of these rows. */
  readonly migrations: readonly string[];
  /** Tells whether a SECRET_KEY is the one that the rows need; null before the first start of a service. */
  readonly keyFingerprint: string | null;
  /** In an order in which they can be filled. */
  readonly tables: readonly TablePiece[];
  /** The last number that each gave out. */
  readonly sequences: readonly { readonly name: string; readonly last: string }[];
  /** The list of files: a SHA-256 in hexadecimal digits a line. */
  readonly files: Piece & { readonly count: number };
  /** Files of that list that the service itself had not got whole any more. */
  readonly lost: readonly string[];
}

const NAME = /^[a-z_][a-z0-9_]*$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** @throws BackupError for a text that is no manifest of a format that this version knows */
export function parseManifest(text: string): Manifest {
  const manifest = parsed(text);
  if (manifest?.format !== FORMAT) {
    throw new BackupError(
      'The manifest is of no format that this version knows: take a newer version of the service.',
    );
  }
  const names = [...manifest.tables, ...manifest.sequences].map(({ name }) => name);
  const columns = manifest.tables.flatMap((table) => table.columns);
  const pieces = [...manifest.tables, manifest.files].map(({ sha256 }) => sha256);
  if (
    ![...names, ...columns].every((name) => NAME.test(name)) ||
    !pieces.every((hash) => SHA256.test(hash))
  ) {
    throw new BackupError('The manifest is damaged: take another copy of this backup.');
  }
  return manifest;
}

function parsed(text: string): Manifest | undefined {
  try {
    return JSON.parse(text) as Manifest;
  } catch {
    return undefined;
  }
}
