/** Imitates a test run that will be killed, with a database and a temporary folder with another one. */
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../../src/database/embedded-postgres/embedded-postgres';
import { makeRunFolder } from '../../../support/run-folder';

async function main(databases: string, temporary: string): Promise<void> {
  const folders = [makeRunFolder(databases), makeRunFolder(temporary)] as const;
  const dataDirs = [folders[0], join(folders[1], 'of-a-service', 'database')];
  const urls: string[] = [];
  for (const dataDir of dataDirs) {
    const { url } = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined });
    urls.push(url);
  }
  process.stdout.write(`${JSON.stringify({ event: 'started', folders, urls })}\n`);
  setInterval(() => undefined, 60_000);
}

void main(process.argv[2]!, process.argv[3]!);
