import { NotFoundError } from '../domain/errors';
import { VERSION } from '../config/version';
import type { Storage } from '../storage/storage.port';
import { BackupError } from './backup-error';
import type { BackupFolder } from './backup-folder';
import { DatabaseSnapshot } from './database-snapshot.query';
import { inLanes } from '../storage/in-lanes';
import { FORMAT, type Manifest, type Piece, type TablePiece } from './manifest';
import type { Steps } from './steps';

/** So many files are under way at a time: one that is far away takes its time to begin. */
const LANES = 4;

export interface BackupSource {
  readonly databaseUrl: string;
  readonly storage: Storage;
}

/**
 * Writes all rows of one moment, and the files that they name, while the service runs. Cut off at any moment it leaves
 * nothing that looks like a backup, and goes on from there when it is begun anew.
 * @throws BackupError
 */
export async function takeBackup(
  source: BackupSource,
  folder: BackupFolder,
  steps: Steps,
): Promise<Manifest> {
  await folder.begin();
  const snapshot = await DatabaseSnapshot.open(source.databaseUrl);
  try {
    const rows = await writeRows(snapshot, folder, steps);
    await snapshot.rowsAreRead();
    const lost = await writeFiles(source.storage, folder, steps('files', rows.files.count));
    const manifest: Manifest = { ...rows, lost };
    await folder.finish(manifest);
    return manifest;
  } finally {
    await snapshot.close();
  }
}

async function writeRows(
  snapshot: DatabaseSnapshot,
  folder: BackupFolder,
  steps: Steps,
): Promise<Omit<Manifest, 'lost'>> {
  const { tables, migrations, moment } = snapshot;
  if (tables.length === 0)
    throw new BackupError(
      'This database holds no service yet: start the service once, or mend DATABASE_URL.',
    );
  const step = steps('tables', tables.length);
  const pieces: TablePiece[] = [];
  for (const table of tables) {
    const rows = snapshot.rowsOf(table);
    const piece = await folder.writeTable(table.name, rows);
    pieces.push({ ...table, rows: rows.rowCount, ...piece });
    step();
  }
  const names = snapshot.fileNames();
  const list: Piece = await folder.writeFileList(names);
  return {
    format: FORMAT,
    version: VERSION,
    moment,
    migrations,
    keyFingerprint: await snapshot.keyFingerprint(),
    tables: pieces,
    sequences: await snapshot.sequences(),
    files: { count: names.rowCount, ...list },
  };
}

/** @returns the files that the service itself has not got whole */
async function writeFiles(storage: Storage, folder: BackupFolder, step: () => void): Promise<string[]> {
  const lost: string[] = [];
  await inLanes(folder.listedFiles(), LANES, async (sha256) => {
    if (!(await folder.hasFile(sha256)) && !(await copied(storage, folder, sha256))) lost.push(sha256);
    step();
  });
  return lost.sort();
}

async function copied(storage: Storage, folder: BackupFolder, sha256: string): Promise<boolean> {
  try {
    return await folder.writeFile(sha256, await storage.read(Buffer.from(sha256, 'hex')));
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
}
