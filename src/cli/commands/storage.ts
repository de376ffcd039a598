import { parseArgs } from 'node:util';
import { Logger } from '@nestjs/common';
import { type Environment, readEnvironment } from '../../config/environment';
import { storageUrlProblem } from '../../config/storage-location';
import { copyFiles } from '../../storage/copy-files';
import { openStorage } from '../../storage/open-storage';
import { S3Error } from '../../storage/s3-bucket';
import type { Storage } from '../../storage/storage.port';
import { Progress } from '../progress';
import { UsageError } from '../usage';

const MEGABYTE = 1024 * 1024;
const MAX_LISTED_FILES = 20;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

export async function storage([action, ...args]: string[]): Promise<number> {
  if (action !== 'migrate')
    throw new UsageError('Use `storage migrate --to URL` or `storage migrate --from URL`.');
  const { values } = parseArgs({ args, options: { from: { type: 'string' }, to: { type: 'string' } } });
  if (values.from === undefined && values.to === undefined) {
    throw new UsageError(
      'Specify --to URL or --from URL; the other one defaults to the storage of this service.',
    );
  }
  // Errors are thrown; main.ts prints their message.
  Logger.overrideLogger(false);
  const environment = readEnvironment(process.env);
  const [from, to] = [storageAt(values.from, environment), storageAt(values.to, environment)];
  return migrate(from, to).catch((error: unknown) => {
    if (error instanceof S3Error) throw new Error(`${error.reason} Run the command again to resume.`);
    throw error;
  });
}

async function migrate(from: Storage, to: Storage): Promise<number> {
  await to.probe();
  const { files, bytes, damaged } = await copyFiles(from, to, (total) => {
    if (total === 0) return () => undefined;
    const progress = new Progress('Copying files', total);
    return () => progress.step();
  });
  print(
    files === 0
      ? 'All files are already copied.'
      : `Copied ${files} files of ${(bytes / MEGABYTE).toFixed(1)} MB.`,
  );
  if (damaged.length === 0) return 0;
  print(`${damaged.length} files do not match their SHA-256 and were not copied:`);
  for (const sha256 of damaged.slice(0, MAX_LISTED_FILES)) print(sha256);
  return 1;
}

function storageAt(url: string | undefined, environment: Environment): Storage {
  const problem = url === undefined ? undefined : storageUrlProblem(url);
  if (problem !== undefined) throw new UsageError(problem);
  return openStorage(environment, url);
}
