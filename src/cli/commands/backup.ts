import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupFolder } from '../../backup/backup-folder';
import type { Manifest } from '../../backup/manifest';
import { restoreBackup } from '../../backup/restore-backup';
import type { StartProgress } from '../../backup/progress';
import { takeBackup, verifyBackup } from '../../backup/take-backup';
import { readEnvironment } from '../../config/environment';
import { findSecretKey } from '../../config/secret-key';
import { openStorage } from '../../storage/open-storage';
import { Progress } from '../progress';
import { UsageError } from '../usage';
import { withDatabase } from './database-context';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const startProgress: StartProgress = (label, total) => {
  const progress = new Progress(label, total);
  return () => progress.step();
};

export async function backup(args: string[]): Promise<number> {
  const folder = onlyFolder(args);
  const environment = readEnvironment(process.env);
  const storage = openStorage(environment);
  const replicaUrl = environment.DATABASE_REPLICA_URL;
  const manifest = await withDatabase((databaseUrl) =>
    takeBackup({ databaseUrl, replicaUrl, storage }, folder, startProgress),
  );
  print(`Backup in ${folder.path} is complete: ${contentsOf(manifest)}.`);
  if (manifest.lost.length > 0) {
    print(
      `${manifest.lost.length} files are missing or damaged and not in the backup; the manifest lists them.`,
    );
  }
  print(
    'The backup does not contain SECRET_KEY (if unset: the file secret-key in DATA_DIR). Store it separately.',
  );
  return 0;
}

export async function verify(args: string[]): Promise<number> {
  const folder = onlyFolder(args);
  const { manifest, problems } = await verifyBackup(folder, startProgress);
  for (const problem of problems) print(problem);
  if (problems.length > 0) return 1;
  print(`Backup in ${folder.path} is valid: ${contentsOf(manifest)}.`);
  return 0;
}

export async function restore(args: string[]): Promise<number> {
  const folder = onlyFolder(args);
  const environment = readEnvironment(process.env);
  const storage = openStorage(environment);
  const secretKey = findSecretKey(environment);
  const manifest = await withDatabase((databaseUrl) =>
    restoreBackup({ databaseUrl, storage, secretKey }, folder, startProgress),
  );
  print(`Restored ${contentsOf(manifest)}. You can start the service.`);
  return 0;
}

function contentsOf({ version, moment, tables, files, lost }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows and ${files.count - lost.length} files, taken at ${moment} by version ${version}`;
}

function onlyFolder(args: string[]): BackupFolder {
  const [path, ...rest] = parseArgs({ args, allowPositionals: true, options: {} }).positionals;
  if (path === undefined || rest.length > 0) throw new UsageError('Specify one backup folder.');
  return new BackupFolder(resolve(path));
}
