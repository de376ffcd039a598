import { pipeline } from 'node:stream/promises';
import type { SecretKey } from '../config/secret-key';
import { migrations } from '../database/migrations/index.ts';
import { prepareDatabase, prepareForRows } from '../database/prepare-database';
import type { Draft } from '../domain/file/draft';
import { MeteredHash } from '../storage/metered-hash';
import type { Storage } from '../storage/storage.port';
import { BackupError } from './backup-error';
import type { BackupFolder } from './backup-folder';
import { inLanes } from '../storage/in-lanes';
import type { Manifest } from './manifest';
import { RestoreTarget } from './restore-target.query';
import type { Steps } from './steps';

const LANES = 4;

export interface EmptyService {
  readonly databaseUrl: string;
  readonly storage: Storage;
  /** Undefined when the operator gave none and none is kept. */
  readonly secretKey: SecretKey | undefined;
}

/**
 * Fills an empty service with a backup of the same or of an earlier schema, which is migrated then. The rows come in one
 * transaction after the files that they name: cut off at any moment it leaves an empty service.
 * @throws BackupError when the backup can't be restored here, or is damaged
 */
export async function restoreBackup(
  service: EmptyService,
  folder: BackupFolder,
  steps: Steps,
): Promise<Manifest> {
  const manifest = await folder.manifest();
  refuseOthersKey(manifest, service.secretKey);
  refuseNewerRows(manifest);
  const target = await RestoreTarget.open(service.databaseUrl);
  try {
    await refuseUsed(target);
    await prepareForRows(service.databaseUrl, new Set(manifest.migrations));
    const drafts = await storeFiles(service.storage, folder, manifest, steps);
    await fill(target, folder, manifest, steps);
    for (const draft of drafts) await draft.keep();
    await prepareDatabase(service.databaseUrl);
    await target.analyse();
    return manifest;
  } finally {
    await target.close();
  }
}

/** Tokens are encrypted with the key, and a service with another one does not start. */
function refuseOthersKey({ keyFingerprint }: Manifest, key: SecretKey | undefined): void {
  if (keyFingerprint === null || key?.fingerprint === keyFingerprint) return;
  throw new BackupError(
    'SECRET_KEY is not that of the service that was backed up: give that one, or put the file secret-key of its DATA_DIR into this one.',
  );
}

function refuseNewerRows(manifest: Manifest): void {
  const known = new Set(migrations.map(({ name }) => name));
  if (manifest.migrations.every((name) => known.has(name))) return;
  throw new BackupError(
    `The backup is of version ${manifest.version}, whose schema is newer: restore it with that version or a later one.`,
  );
}

async function refuseUsed(target: RestoreTarget): Promise<void> {
  const used = await target.usedTable();
  if (used === undefined) return;
  throw new BackupError(
    `The service is not empty, there are rows in ${used}: restore into a new database, before the service is started on it for the first time.`,
  );
}

/** The files get their names before rows name them; until those are committed, the sweep may ask about them. */
async function storeFiles(
  storage: Storage,
  folder: BackupFolder,
  manifest: Manifest,
  steps: Steps,
): Promise<Draft[]> {
  const lost = new Set(manifest.lost);
  const drafts: Draft[] = [];
  const step = steps('files', manifest.files.count);
  await inLanes(folder.listedFiles(), LANES, async (sha256) => {
    if (!lost.has(sha256) && !(await storage.has(Buffer.from(sha256, 'hex'))))
      drafts.push(await stored(storage, folder, sha256));
    step();
  });
  return drafts;
}

async function stored(storage: Storage, folder: BackupFolder, sha256: string): Promise<Draft> {
  const draft = await storage.draft(folder.readFile(sha256), Infinity).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw damaged(`the file ${sha256} is missing`);
    throw error;
  });
  try {
    if (draft.sha256.toString('hex') !== sha256) throw damaged(`the file ${sha256} is another one`);
    await draft.promote();
    return draft;
  } finally {
    await draft.discard();
  }
}

async function fill(
  target: RestoreTarget,
  folder: BackupFolder,
  { tables, sequences }: Manifest,
  steps: Steps,
): Promise<void> {
  await target.begin();
  try {
    await refuseUsed(target);
    await target.removeOwn();
    const step = steps('tables', tables.length);
    for (const table of tables) {
      const meter = new MeteredHash();
      await pipeline(folder.readTable(table.name), meter, target.fill(table));
      if (meter.digest().toString('hex') !== table.sha256)
        throw damaged(`the table ${table.name} is another one`);
      step();
    }
    for (const sequence of sequences) await target.goOnAfter(sequence);
    await target.commit();
  } catch (error) {
    await target.rollback();
    throw error;
  }
}

function damaged(what: string): BackupError {
  return new BackupError(
    `The backup is damaged: ${what}. Take another copy of it; "verify" tells all that is wrong.`,
  );
}
