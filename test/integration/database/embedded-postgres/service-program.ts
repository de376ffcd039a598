/**
 * A process that uses the embedded database as the service does, to be killed by the tests: it starts the database
 * on the folder it is given, prints one line of JSON, and stops it in an orderly way on SIGINT or SIGTERM.
 */
import { startEmbeddedPostgres } from '../../../../src/database/embedded-postgres/embedded-postgres';
import { withClient } from '../../../support/test-database';

const say = (event: object): void => void process.stdout.write(`${JSON.stringify(event)}\n`);

async function main(dataDir: string): Promise<void> {
  const database = await startEmbeddedPostgres({
    dataDir,
    log: (message) => void process.stderr.write(`${message}\n`),
  });
  const staysAlive = setInterval(() => undefined, 60_000);
  const leave = async (): Promise<void> => {
    // What a service does with the requests that are still running.
    await withClient(database.url, (client) => client.query('SELECT pg_sleep(0.2)'));
    await database.stop();
    say({ event: 'stopped' });
    clearInterval(staysAlive);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void leave());
  say({ event: 'started', url: database.url, adopted: database.adopted });
}

main(process.argv[2]!).catch((error: unknown) => {
  say({ event: 'failed', message: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
});
