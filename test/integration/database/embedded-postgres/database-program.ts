/**
 * Starts the embedded database on the given folder, prints events as JSON lines, stops on SIGINT or SIGTERM.
 */
import { startEmbeddedPostgres } from '../../../../src/database/embedded-postgres/embedded-postgres';
import { withClient } from '../../../support/test-database';

const print = (event: object): void => void process.stdout.write(`${JSON.stringify(event)}\n`);

async function main(dataDir: string): Promise<void> {
  const database = await startEmbeddedPostgres({
    dataDir,
    log: (message) => void process.stderr.write(`${message}\n`),
  });
  const keepAlive = setInterval(() => undefined, 60_000);
  const shutDown = async (): Promise<void> => {
    // Stands for requests in progress.
    await withClient(database.url, (client) => client.query('SELECT pg_sleep(0.2)'));
    await database.stop();
    print({ event: 'stopped' });
    clearInterval(keepAlive);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void shutDown());
  print({ event: 'started', url: database.url, adopted: database.adopted });
}

main(process.argv[2]!).catch((error: unknown) => {
  print({ event: 'failed', message: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
});
