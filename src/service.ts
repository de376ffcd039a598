import 'reflect-metadata';
import { type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'nestjs-pino';
import { AppModule } from './app.module';
import { configureApp } from './app.setup';
import { appSettings } from './app.settings';
import { openDatabase } from './boot';
import { type Environment, readEnvironment } from './config/environment';
import { assertPrepared, prepareDatabase } from './database/prepare-database';
import { JsonAdapter } from './http/json-adapter';
import { closeService } from './health/close-service';
import { assertWritable } from './bootstrap/data-folder';
import { greeting } from './bootstrap/greeting';
import { HeldLog } from './bootstrap/held-log';
import { listen } from './bootstrap/listen';
import type { OrderlyStop } from './bootstrap/orderly-stop';
import { assertSuperuserSettings, ensureSuperuser, type Superuser } from './bootstrap/superuser';
import { Storage } from './storage/storage.port';

const tell = (message: string): void => void process.stdout.write(`${message}\n`);

/** Reads the environment, opens the database, serves. @throws Error with a sentence for the operator */
export async function startService(stop: OrderlyStop): Promise<void> {
  const environment = readEnvironment(process.env);
  stop.noticeMs = environment.STOP_NOTICE_MS;
  assertSuperuserSettings(environment);
  assertWritable(resolve(environment.DATA_DIR));
  const database = await stop.open(openDatabase(environment, tell, stop.signal), ({ release }) => release());
  if (!stop.hasBegun) {
    const prepare = environment.MIGRATE_ON_START ? prepareDatabase : assertPrepared;
    await prepare(database.url);
  }
  if (stop.hasBegun) return;
  const { app, superuser } = await stop.open(serve(environment, database.url), ({ app }) =>
    closeService(app),
  );
  if (stop.hasBegun) return;
  // In one piece, so that whoever reads up to the address has the rest, too.
  tell(greeting(addressOf(app, environment), environment.ROLE, superuser).join('\n'));
}

interface Served {
  readonly app: NestExpressApplication;
  readonly superuser: Superuser | undefined | 'missing';
}

async function serve(environment: Environment, databaseUrl: string): Promise<Served> {
  const log = new HeldLog();
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(appSettings(environment, databaseUrl)),
    new JsonAdapter(),
    { bodyParser: false, logger: log, abortOnError: false },
  );
  try {
    await app.get(Storage).probe();
    configureApp(app);
    await app.init();
    // Before the first request: a service that says that it is ready lets its superuser in.
    const canShow = process.stdout.isTTY === true;
    const superuser =
      environment.ROLE === 'worker' ? undefined : await ensureSuperuser(app, environment, canShow);
    await listen(app, environment);
    app.useLogger(app.get(Logger));
    log.handOver(app.get(Logger));
    return { app, superuser };
  } catch (error) {
    await app.close().catch(() => undefined);
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
