import { parseArgs } from 'node:util';
import { Logger } from '@nestjs/common';
import { type Environment, readEnvironment } from '../../config/environment';
import { storageUrlProblem } from '../../config/storage-location';
import { copyFiles } from '../../storage/copy-files';
import { openStorage } from '../../storage/open-storage';
import { S3Error } from '../../storage/s3-failure';
import type { Storage } from '../../storage/storage.port';
import { Progress } from '../progress';
import { UsageError } from '../usage';

const MEGABYTE = 1024 * 1024;
/** Damaged files that are named; more would bury the rest. */
const MOST_NAMED = 20;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

export async function storage([action, ...args]: string[]): Promise<number> {
  if (action !== 'migrate') throw new UsageError('Say `storage migrate --to URL` or `--from URL`.');
  const { values } = parseArgs({ args, options: { from: { type: 'string' }, to: { type: 'string' } } });
  if (values.from === undefined && values.to === undefined) {
    throw new UsageError('Say --to URL, or --from URL: the other one is where this service keeps its files.');
  }
  // What goes wrong is thrown, and told in a sentence.
  Logger.overrideLogger(false);
  const environment = readEnvironment(process.env);
  const [from, to] = [placeAt(values.from, environment), placeAt(values.to, environment)];
  return migrate(from, to).catch((error: unknown) => {
    if (error instanceof S3Error) throw new Error(`${error.reason} Run it again to go on where it ended.`);
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
  say(
    files === 0
      ? 'There was nothing left to copy.'
      : `Copied ${files} files of ${(bytes / MEGABYTE).toFixed(1)} MB.`,
  );
  if (damaged.length === 0) return 0;
  say(`${damaged.length} files are not what their SHA-256 says, and were left where they are:`);
  for (const sha256 of damaged.slice(0, MOST_NAMED)) say(sha256);
  return 1;
}

function placeAt(url: string | undefined, environment: Environment): Storage {
  const problem = url === undefined ? undefined : storageUrlProblem(url);
  if (problem !== undefined) throw new UsageError(problem);
  return openStorage(environment, url);
}
