import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupFolder } from '../../backup/backup-folder';
import type { Manifest } from '../../backup/manifest';
import { restoreBackup } from '../../backup/restore-backup';
import type { Steps } from '../../backup/steps';
import { takeBackup } from '../../backup/take-backup';
import { verifyBackup } from '../../backup/verify-backup';
import { readEnvironment } from '../../config/environment';
import { findSecretKey } from '../../config/secret-key';
import { openStorage } from '../../storage/open-storage';
import { Progress } from '../progress';
import { UsageError } from '../usage';
import { withDatabase } from './database-context';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const shown: Steps = (what, total) => {
  const progress = new Progress(what, total);
  return () => progress.step();
};

export async function backup(args: string[]): Promise<number> {
  const folder = onlyFolder(args);
  const storage = openStorage(readEnvironment(process.env));
  const manifest = await withDatabase((databaseUrl) => takeBackup({ databaseUrl, storage }, folder, shown));
  say(`${folder.path} holds a backup: ${contentsOf(manifest)}.`);
  if (manifest.lost.length > 0) {
    say(
      `${manifest.lost.length} files were not there whole; the manifest names them. All else is in the backup.`,
    );
  }
  say(
    'It does not hold SECRET_KEY (the file secret-key of DATA_DIR, where none is set): keep that apart from it.',
  );
  return 0;
}

export async function verify(args: string[]): Promise<number> {
  const folder = onlyFolder(args);
  const { manifest, problems } = await verifyBackup(folder, shown);
  for (const problem of problems) say(problem);
  if (problems.length > 0) return 1;
  say(`${folder.path} is whole: ${contentsOf(manifest)}.`);
  return 0;
}

export async function restore(args: string[]): Promise<number> {
  const folder = onlyFolder(args);
  const environment = readEnvironment(process.env);
  const storage = openStorage(environment);
  const secretKey = findSecretKey(environment.SECRET_KEY, resolve(environment.DATA_DIR));
  const manifest = await withDatabase((databaseUrl) =>
    restoreBackup({ databaseUrl, storage, secretKey }, folder, shown),
  );
  say(`Restored ${contentsOf(manifest)}. The service can be started.`);
  return 0;
}

function contentsOf({ version, moment, tables, files, lost }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows and ${files.count - lost.length} files of ${moment}, made by version ${version}`;
}

function onlyFolder(args: string[]): BackupFolder {
  const [path, ...rest] = parseArgs({ args, allowPositionals: true, options: {} }).positionals;
  if (path === undefined || rest.length > 0) throw new UsageError('Say one folder for the backup.');
  return new BackupFolder(resolve(path));
}
