import 'reflect-metadata';
import { type AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'nestjs-pino';
import { AppModule } from './app.module';
import { configureApp } from './app.setup';
import { appSettings, openDatabase, type OpenDatabase } from './boot';
import { type Environment, readEnvironment } from './config/environment';
import { prepareDatabase } from './database/prepare-database';
import { JsonAdapter } from './http/json-adapter';
import { Lifecycle } from './operations/lifecycle';
import { greeting } from './start/greeting';
import { HeldLog } from './start/held-log';
import { listen } from './start/listen';
import { assertSuperuserSettings, ensureSuperuser } from './start/superuser';

/** Requests in flight have this long to end once the process is told to stop. */
const LONGEST_DRAIN_MS = 8_000;

const tell = (message: string): void => void process.stdout.write(`${message}\n`);

async function start(): Promise<void> {
  const environment = readEnvironment(process.env);
  assertSuperuserSettings(environment);
  const database = await openDatabase(environment, tell);
  let app: NestExpressApplication | undefined;
  try {
    if (environment.MIGRATE_ON_START) await prepareDatabase(database.url);
    const log = new HeldLog();
    app = await NestFactory.create<NestExpressApplication>(
      AppModule.with(appSettings(environment, database.url)),
      new JsonAdapter(),
      { bodyParser: false, logger: log, abortOnError: false },
    );
    configureApp(app);
    stopOnSignals(app, database);
    await app.init();
    // Before the first request: a service that says that it is ready lets its superuser in.
    const superuser = environment.ROLE === 'worker' ? undefined : await ensureSuperuser(app, environment);
    await listen(app, environment);
    app.useLogger(app.get(Logger));
    log.handOver(app.get(Logger));
    for (const line of greeting(addressOf(app, environment), environment.ROLE, superuser)) tell(line);
  } catch (error) {
    await app?.close().catch(() => undefined);
    await database.release();
    throw error;
  }
}

function addressOf(app: NestExpressApplication, { PUBLIC_URL, HOST }: Environment): string {
  const { port } = app.getHttpServer().address() as AddressInfo;
  return PUBLIC_URL ?? `http://${printableHost(HOST)}:${port}`;
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
