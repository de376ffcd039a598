/**
 * A process that uses the embedded database as the service does, to be killed by the tests: it starts the database
 * on the folder it is given, prints one line of JSON, and stops it in an orderly way on SIGINT or SIGTERM.
 */
const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');

require.extensions['.ts'] = (module, file) => {
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    filename: file,
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
  });
  module._compile(code, file);
};

const { startEmbeddedPostgres } = require('../../../src/embedded-postgres/embedded-postgres.ts');
const { withClient } = require('../../support/test-database.ts');

const say = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);

async function main() {
  const database = await startEmbeddedPostgres({
    dataDir: process.argv[2],
    log: (message) => process.stderr.write(`${message}\n`),
  });
  const staysAlive = setInterval(() => undefined, 60_000);
  const leave = async () => {
    // What a service does with the requests that are still running.
    await withClient(database.url, (client) => client.query('SELECT pg_sleep(0.2)'));
    await database.stop();
    say({ event: 'stopped' });
    clearInterval(staysAlive);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, leave);
  say({ event: 'started', url: database.url, adopted: database.adopted });
}

main().catch((error) => {
  say({ event: 'failed', message: error.message });
  process.exitCode = 1;
});
