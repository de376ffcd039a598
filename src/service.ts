import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { once } from 'node:events';
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'nestjs-pino';
import type { LoggerService } from '@nestjs/common';
import { AppModule } from './app.module';
import { configureApp } from './app.setup';
import { appSettings } from './app.settings';
import { openDatabase } from './boot';
import { type Environment, misspeltVariables, readEnvironment } from './config/environment';
import { assertPrepared, prepareDatabase } from './database/prepare-database';
import { JsonAdapter } from './http/json-adapter';
import { shutDownGracefully } from './health/health-check';
import { assertWritable } from './bootstrap/data-folder';
import { allowCompaction } from './bootstrap/memory-reduction';
import { startupMessage } from './bootstrap/startup-message';
import type { ShutdownController } from './bootstrap/shutdown-controller';
import {
  assertSuperuserSettings,
  ensureSuperuser,
  type Superuser,
  warnOfCommonPassword,
} from './bootstrap/superuser';
import { Storage } from './storage/storage.port';
import { StartError } from './bootstrap/start-error';

/** Capped by net.core.somaxconn. Beyond it the kernel drops SYNs, and clients retry after 1, 3 and 7 seconds. */
const ACCEPT_BACKLOG = 4_096;

/** @throws StartError when the port is not available */
async function listen(app: NestExpressApplication, { PORT, HOST }: Environment): Promise<void> {
  try {
    const server = app.getHttpServer();
    server.listen({ port: PORT, host: HOST, backlog: ACCEPT_BACKLOG });
    await once(server, 'listening');
  } catch (error) {
    throw new StartError(listenErrorMessage((error as NodeJS.ErrnoException).code ?? '', PORT, HOST), {
      cause: error,
    });
  }
}

function listenErrorMessage(code: string, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use. Stop the process that listens there, or set another port, such as PORT=${port + 1}.`;
    case 'EACCES':
      return `Port ${port} is privileged. Set a PORT above 1023, and let a proxy listen on ${port}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${host} is not an address of this machine. Set one that is, such as 127.0.0.1, or 0.0.0.0 for all.`;
    default:
      return `The service can't listen on port ${port} of ${host} (${code}).`;
  }
}

type Level = 'warn' | 'error' | 'fatal';

/**
 * Buffers warnings and errors until the app has started and has its logger. An app that fails to start prints one error
 * message instead. Drops Nest's progress messages.
 */
class BufferedLog implements LoggerService {
  private readonly entries: { readonly level: Level; readonly message: readonly [unknown, ...unknown[]] }[] =
    [];

  log(): void {
    // Progress messages of Nest.
  }

  warn(...message: [unknown, ...unknown[]]): void {
    this.entries.push({ level: 'warn', message });
  }

  error(...message: [unknown, ...unknown[]]): void {
    this.entries.push({ level: 'error', message });
  }

  fatal(...message: [unknown, ...unknown[]]): void {
    this.entries.push({ level: 'fatal', message });
  }

  flushTo(log: LoggerService): void {
    for (const { level, message } of this.entries.splice(0)) log[level]?.(...message);
  }
}

const print = (message: string): void => void process.stdout.write(`${message}\n`);

/** Reads the environment, opens the database, then serves. @throws Error with a message for the operator */
export async function startService(shutdown: ShutdownController): Promise<void> {
  for (const warning of misspeltVariables(process.env)) process.stderr.write(`${warning}\n`);
  const environment = readEnvironment(process.env);
  shutdown.noticeMs = environment.STOP_NOTICE_MS;
  assertSuperuserSettings(environment);
  assertWritable(resolve(environment.DATA_DIR));
  const database = await shutdown.open(openDatabase(environment, print, shutdown.signal), ({ release }) =>
    release(),
  );
  if (!shutdown.hasBegun) {
    if (environment.MIGRATE_ON_START) await prepareDatabase(database.directUrl, print);
    else await assertPrepared(database.directUrl);
  }
  if (shutdown.hasBegun) return;
  const { app, superuser } = await shutdown.open(serve(environment, database.url), ({ app }) =>
    shutDownGracefully(app),
  );
  if (shutdown.hasBegun) return;
  // One write: readers that wait for the address get the other lines too.
  print(startupMessage(addressOf(app, environment), environment.ROLE, superuser).join('\n'));
  allowCompaction();
}

interface RunningService {
  readonly app: NestExpressApplication;
  readonly superuser: Superuser | undefined | 'missing';
}

async function serve(environment: Environment, databaseUrl: string): Promise<RunningService> {
  const log = new BufferedLog();
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(appSettings(environment, databaseUrl)),
    new JsonAdapter(),
    { bodyParser: false, logger: log, abortOnError: false },
  );
  try {
    await app.get(Storage).probe();
    configureApp(app);
    await app.init();
    // Before the first request: once the service is ready, its superuser can sign in.
    const canShow = process.stdout.isTTY === true;
    const superuser =
      environment.ROLE === 'worker' ? undefined : await ensureSuperuser(app, environment, canShow);
    await listen(app, environment);
    app.useLogger(app.get(Logger));
    log.flushTo(app.get(Logger));
    if (typeof superuser === 'object' && superuser.hasGivenPassword)
      void warnOfCommonPassword(app, environment);
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
