import { pipeline } from 'node:stream/promises';
import type { SecretKey } from '../config/secret-key';
import { migrations } from '../database/migrations';
import { migrateToSchema, prepareDatabase } from '../database/prepare-database';
import type { StagedFile } from '../domain/file/staged-file';
import { HashingTransform } from '../storage/folder-files';
import type { Storage } from '../storage/storage.port';
import { BackupError, type Manifest } from './manifest';
import type { BackupFolder } from './backup-folder';
import { forEachConcurrent } from '../concurrency/limits';
import { RestoreTarget } from './backup-database';
import type { StartProgress } from './progress';

const CONCURRENCY = 4;

export interface RestoreDestination {
  readonly databaseUrl: string;
  readonly storage: Storage;
  /** Undefined: neither configured nor stored. */
  readonly secretKey: SecretKey | undefined;
}

/**
 * Restores a backup of the same or an earlier schema into an empty service and migrates it. Rows are restored in one
 * transaction after the files they reference: an interrupted restore leaves an empty destination.
 * @throws BackupError when the backup is damaged or can't be restored here
 */
export async function restoreBackup(
  destination: RestoreDestination,
  folder: BackupFolder,
  startProgress: StartProgress,
): Promise<Manifest> {
  const manifest = await folder.manifest();
  assertSameKey(manifest, destination.secretKey);
  assertKnownSchema(manifest);
  const target = await RestoreTarget.open(destination.databaseUrl);
  try {
    await assertEmpty(target);
    await migrateToSchema(destination.databaseUrl, new Set(manifest.migrations));
    const stagedFiles = await storeFiles(destination.storage, folder, manifest, startProgress);
    await fill(target, folder, manifest, startProgress);
    for (const file of stagedFiles) await file.confirm();
    await prepareDatabase(destination.databaseUrl);
    await target.analyze();
    return manifest;
  } finally {
    await target.close();
  }
}

/** Tokens are encrypted with the key; a service with another key does not start. */
function assertSameKey({ keyFingerprint }: Manifest, key: SecretKey | undefined): void {
  if (keyFingerprint === null || key?.fingerprints.includes(keyFingerprint) === true) return;
  throw new BackupError(
    'SECRET_KEY differs from that of the backup. Set the original key, add it to SECRET_KEY_FALLBACKS, or copy the file secret-key of its DATA_DIR into this one.',
  );
}

function assertKnownSchema(manifest: Manifest): void {
  const known = new Set(migrations.map(({ name }) => name));
  if (manifest.migrations.every((name) => known.has(name))) return;
  throw new BackupError(
    `The backup of version ${manifest.version} has a newer schema. Restore it with that version or a later one.`,
  );
}

async function assertEmpty(target: RestoreTarget): Promise<void> {
  const usedTable = await target.findUsedTable();
  if (usedTable === undefined) return;
  throw new BackupError(
    `The service is not empty: ${usedTable} has rows. Restore into a new database, before the first start of the service.`,
  );
}

/** Promotes the files before the rows; they are confirmed once the rows are committed. */
async function storeFiles(
  storage: Storage,
  folder: BackupFolder,
  manifest: Manifest,
  startProgress: StartProgress,
): Promise<StagedFile[]> {
  const lost = new Set(manifest.lost);
  const stagedFiles: StagedFile[] = [];
  const step = startProgress('files', manifest.files.count);
  await forEachConcurrent(folder.listedHashes(), CONCURRENCY, async (sha256) => {
    if (!lost.has(sha256) && !(await storage.has(Buffer.from(sha256, 'hex'))))
      stagedFiles.push(await storeFile(storage, folder, sha256));
    step();
  });
  return stagedFiles;
}

async function storeFile(storage: Storage, folder: BackupFolder, sha256: string): Promise<StagedFile> {
  const staged = await storage.stage(folder.readFile(sha256), Infinity).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw damaged(`the file ${sha256} is missing`);
    throw error;
  });
  try {
    if (staged.sha256.toString('hex') !== sha256) throw damaged(`the file ${sha256} has another hash`);
    await staged.promote();
    return staged;
  } finally {
    await staged.discard();
  }
}

async function fill(
  target: RestoreTarget,
  folder: BackupFolder,
  { tables, sequences }: Manifest,
  startProgress: StartProgress,
): Promise<void> {
  await target.begin();
  try {
    await assertEmpty(target);
    await target.removeDefaultRows();
    const step = startProgress('tables', tables.length);
    for (const table of tables) {
      const hash = new HashingTransform();
      await pipeline(folder.readTable(table.name), hash, target.fill(table));
      if (hash.digest().toString('hex') !== table.sha256)
        throw damaged(`the table ${table.name} has another hash`);
      step();
    }
    for (const sequence of sequences) await target.setSequence(sequence);
    await target.commit();
  } catch (error) {
    await target.rollback();
    throw error;
  }
}

function damaged(problem: string): BackupError {
  return new BackupError(`The backup is damaged: ${problem}. Use another copy; "verify" lists all problems.`);
}
