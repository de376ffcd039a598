import 'reflect-metadata';
import { type AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'nestjs-pino';
import { AppModule } from './app.module';
import { configureApp } from './app.setup';
import { appSettings, ensureSuperuser, openDatabase, type OpenDatabase } from './boot';
import { type Environment, readEnvironment } from './config/environment';
import { prepareDatabase } from './database/prepare-database';
import { JsonAdapter } from './http/json-adapter';
import { Lifecycle } from './operations/lifecycle';

/** Requests in flight have this long to end once the process is told to stop. */
const LONGEST_DRAIN_MS = 8_000;

/** Where the demo looks when nobody says otherwise. */
const DEFAULT_ADDRESS = 'http://127.0.0.1:8000';

const tell = (message: string): void => void process.stdout.write(`${message}\n`);

async function start(): Promise<void> {
  const environment = readEnvironment(process.env);
  const database = await openDatabase(environment, tell);
  try {
    if (environment.MIGRATE_ON_START) await prepareDatabase(database.url);
    const app = await NestFactory.create<NestExpressApplication>(
      AppModule.with(appSettings(environment, database.url)),
      new JsonAdapter(),
      // What Nest says while it puts itself together is of no use to operators.
      { bodyParser: false, logger: ['error', 'fatal', 'warn'] },
    );
    configureApp(app);
    stopOnSignals(app, database);
    await app.listen(environment.PORT, environment.HOST);
    app.useLogger(app.get(Logger));
    greet(app, environment, await ensureSuperuser(app, environment));
  } catch (error) {
    await database.release();
    throw error;
  }
}

function greet(
  app: NestExpressApplication,
  environment: Environment,
  generatedPassword: string | undefined,
): void {
  const { port } = app.getHttpServer().address() as AddressInfo;
  const address = environment.PUBLIC_URL ?? `http://${printableHost(environment.HOST)}:${port}`;
  tell(`\nfieldhouse is ready at ${address}`);
  if (generatedPassword === undefined) {
    tell(`Sign in as ${environment.SUPERUSER_USERNAME}. The API is described at ${address}/api/docs/`);
    return;
  }
  tell(`  user      ${environment.SUPERUSER_USERNAME}`);
  tell(`  password  ${generatedPassword}    (shown this once; write it down)`);
  const command = [
    `FIELDHOUSE_PASSWORD='${generatedPassword}'`,
    ...(address === DEFAULT_ADDRESS ? [] : [`FIELDHOUSE_URL=${address}`]),
    ...(environment.SUPERUSER_USERNAME === 'admin'
      ? []
      : [`FIELDHOUSE_USERNAME=${environment.SUPERUSER_USERNAME}`]),
    'npm run demo',
  ].join(' ');
  tell(`\nTry next, in another terminal:\n  ${command}\n`);
}

function printableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Stops once: readiness first, then jobs, then requests in flight, then the database. */
function stopOnSignals(app: NestExpressApplication, database: OpenDatabase): void {
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    tell(`\n${signal}: finishing requests and stopping.`);
    app.get(Lifecycle).stop();
    const server = app.getHttpServer();
    const giveUp = setTimeout(() => server.closeAllConnections(), LONGEST_DRAIN_MS);
    server.closeIdleConnections();
    await app.close();
    clearTimeout(giveUp);
    await database.release();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        process.stderr.write(`The service could not stop cleanly: ${String(error)}\n`);
        process.exit(1);
      });
    });
  }
}

start().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`\nfieldhouse could not start.\n${message}\n`);
  if (process.env['LOG_LEVEL'] === 'debug' && error instanceof Error)
    process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
