import { NotFoundError } from '../domain/errors';
import { VERSION } from '../config/version';
import type { Storage } from '../storage/storage.port';
import { BackupError, MANIFEST_FORMAT, type Manifest, type FileDigest, type TableEntry } from './manifest';
import type { BackupFolder } from './backup-folder';
import { DatabaseSnapshot } from './database-snapshot';
import { forEachConcurrent } from '../concurrency/limits';
import type { StartProgress } from './progress';

/** Concurrent files, to hide the latency of remote storage. */
const CONCURRENCY = 4;

export interface BackupSource {
  readonly databaseUrl: string;
  /** Servers to read the rows from; the primary takes over if they fail. */
  readonly replicaUrl?: string | undefined;
  readonly storage: Storage;
}

/**
 * Backs up a running service: a snapshot of all rows and the files they reference. An interrupted backup is recognisably
 * incomplete and can be resumed.
 * @throws BackupError
 */
export async function takeBackup(
  source: BackupSource,
  folder: BackupFolder,
  startProgress: StartProgress,
): Promise<Manifest> {
  await folder.begin();
  const { snapshot, rows } = await backUpRows(source, folder, startProgress);
  try {
    const lost = await writeFiles(source.storage, folder, startProgress('files', rows.files.count));
    const manifest: Manifest = { ...rows, lost };
    await folder.finish(manifest);
    return manifest;
  } finally {
    await snapshot.close();
  }
}

/** @returns also the snapshot, which still locks the files */
async function backUpRows(
  { databaseUrl, replicaUrl, storage }: BackupSource,
  folder: BackupFolder,
  startProgress: StartProgress,
): Promise<{ snapshot: DatabaseSnapshot; rows: Omit<Manifest, 'lost'> }> {
  const snapshot = await DatabaseSnapshot.open(databaseUrl, replicaUrl);
  try {
    const rows = await writeRows(snapshot, folder, startProgress);
    await snapshot.endTransaction();
    return { snapshot, rows };
  } catch (error) {
    await snapshot.close();
    if (!snapshot.isOnReplica || error instanceof BackupError) throw error;
    return backUpRows({ databaseUrl, storage }, folder, startProgress);
  }
}

async function writeRows(
  snapshot: DatabaseSnapshot,
  folder: BackupFolder,
  startProgress: StartProgress,
): Promise<Omit<Manifest, 'lost'>> {
  const { tables, migrations, takenAt } = snapshot;
  if (tables.length === 0)
    throw new BackupError(
      'The database has no tables of the service. Start the service once, or correct DATABASE_URL.',
    );
  const step = startProgress('tables', tables.length);
  const entries: TableEntry[] = [];
  for (const table of tables) {
    const rows = snapshot.copyTable(table);
    const digest = await folder.writeTable(table.name, rows);
    entries.push({ ...table, rows: rows.rowCount, ...digest });
    step();
  }
  const hashes = snapshot.copyFileHashes();
  const listDigest: FileDigest = await folder.writeFileList(hashes);
  return {
    format: MANIFEST_FORMAT,
    version: VERSION,
    moment: takenAt,
    migrations,
    keyFingerprint: await snapshot.keyFingerprint(),
    tables: entries,
    sequences: await snapshot.sequences(),
    files: { count: hashes.rowCount, ...listDigest },
  };
}

/** @returns hashes of files that are missing or damaged in the service */
async function writeFiles(storage: Storage, folder: BackupFolder, step: () => void): Promise<string[]> {
  const lost: string[] = [];
  await forEachConcurrent(folder.listedHashes(), CONCURRENCY, async (sha256) => {
    if (!(await folder.hasFile(sha256)) && !(await copyFile(storage, folder, sha256))) lost.push(sha256);
    step();
  });
  return lost.sort();
}

async function copyFile(storage: Storage, folder: BackupFolder, sha256: string): Promise<boolean> {
  try {
    return await folder.writeFile(sha256, await storage.read(Buffer.from(sha256, 'hex')));
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
}

const VERIFY_CONCURRENCY = 2;

export interface VerificationResult {
  readonly manifest: Manifest;
  readonly problems: readonly string[];
}

/** Verifies the hashes of all files of a backup. @throws BackupError when it is incomplete */
export async function verifyBackup(
  folder: BackupFolder,
  startProgress: StartProgress,
): Promise<VerificationResult> {
  const manifest = await folder.manifest();
  const problems: string[] = [];
  const check = (label: string, expected: FileDigest, actual: FileDigest | undefined): void => {
    if (actual === undefined) problems.push(`${label} is missing.`);
    else if (actual.sha256 !== expected.sha256) problems.push(`${label} is damaged.`);
  };
  const tableStep = startProgress('tables', manifest.tables.length);
  for (const table of manifest.tables) {
    check(`The table ${table.name}`, table, await folder.digestTable(table.name));
    tableStep();
  }
  check('The list of files', manifest.files, await folder.digestFileList());
  if (problems.length > 0) return { manifest, problems };
  const lost = new Set(manifest.lost);
  const fileStep = startProgress('files', manifest.files.count);
  await forEachConcurrent(folder.listedHashes(), VERIFY_CONCURRENCY, async (sha256) => {
    if (!lost.has(sha256) && !(await folder.hasFile(sha256)))
      problems.push(`The file ${sha256} is missing or damaged.`);
    fileStep();
  });
  return { manifest, problems };
}
