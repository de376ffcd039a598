import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'nestjs-pino';
import request from 'supertest';
import { AppModule } from '../../src/app.module';
import type { AppSettings } from '../../src/app.settings';
import { configureApp } from '../../src/app.setup';
import { Environment, readEnvironment } from '../../src/config/environment';
import { PasswordCost } from '../../src/config/password-cost';
import { SecretKey } from '../../src/config/secret-key';
import { JsonAdapter } from '../../src/http/json-adapter';
import { POOL_TIMEOUTS } from '../../src/database/connection/timeout-pool';
import { SERVICE } from '../../src/domain/account/actor';
import { AccountService } from '../../src/modules/account/account.service';
import { CredentialService } from '../../src/modules/account/credential/credential.service';
import { describeApi } from '../../src/web/api-docs/api-docs';
import { OpenApiValidator } from './openapi-validator';
import { NestedConnectionDetector } from './nested-connection-detector';
import { databaseVariables } from './pooler';
import { ProcessFleet } from './process-fleet';
import { hasFleet } from './process-fleet-setting';
import { useOwnStrategies } from './strategy-registry';
import { createTestDatabase, withClient } from './test-database';

/** Tests share the event loop and may block it for seconds; `test/faults` checks the real timeout. */
Object.assign(POOL_TIMEOUTS, { connectionTimeoutMillis: 60_000 });

const VERBS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const;
export type Verb = (typeof VERBS)[number];

/** HTTP client of one user: a supertest request per verb with credentials. */
export type Caller = Readonly<Record<Verb, (path: string) => request.Test>>;

export const ANONYMOUS = 'anonymous';
export const PASSWORD = 'correct horse: battery staple';

/** About 1/1000 of the production cost: most tests do not depend on password hashing. */
const CHEAP: PasswordCost = { memoryCost: 8, timeCost: 1 };

export interface StartOptions {
  readonly environment?: Partial<Record<keyof Environment, string>>;
  readonly log?: { write(line: string): void };
  readonly passwordCost?: PasswordCost;
  /** Serves requests by the process of the test also with TEST_PROCESSES, such as those of a source to read from. */
  readonly hasOneProcess?: boolean;
}

/**
 * Real service in this process, with its own database and data folder. With TEST_PROCESSES, requests go to other processes
 * on the same database and folder.
 */
export class TestApp {
  /** Shared by all apps of a process: routes do not depend on settings. */
  private static validator: OpenApiValidator | undefined;

  constructor(
    private running: NestExpressApplication | undefined,
    readonly databaseUrl: string,
    readonly dataDir: string,
    private release: (() => Promise<void>) | undefined,
    private readonly fleet?: ProcessFleet,
    private readonly tokens = new Map<string, string>(),
  ) {}

  get nest(): NestExpressApplication {
    if (this.running === undefined) throw new Error('This service was stopped.');
    return this.running;
  }

  get port(): number {
    return this.fleet?.port ?? (this.nest.getHttpServer().address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Sends requests to the process of the test, which specs may watch and replace parts of; other processes exist beside it. */
  get inProcess(): TestApp {
    return new TestApp(this.nest, this.databaseUrl, this.dataDir, undefined, undefined, this.tokens);
  }

  /** Creates an account with an API token; its password is `PASSWORD`. */
  async addUser(username: string, { superuser = false } = {}): Promise<void> {
    const { id } = await this.nest.get(AccountService).create(
      { username, password: PASSWORD, email: `${username}@example.org`, isSuperuser: superuser },
      SERVICE,
      // Known not to be common: skips the worker thread.
      { acceptsCommonPassword: true },
    );
    const { key } = await this.nest.get(CredentialService).defaultToken(id);
    this.tokens.set(username, key);
  }

  tokenOf(username: string): string {
    const token = this.tokens.get(username);
    if (token === undefined) throw new Error(`No user ${username} in this suite. Call addUser first.`);
    return token;
  }

  /** @param username `anonymous` sends no credentials */
  as(username: string): Caller {
    return this.with(username === ANONYMOUS ? undefined : `Token ${this.tokenOf(username)}`);
  }

  /** Validates a response against the OpenAPI document. @throws Error if it does not conform */
  assertConforms(verb: Verb, path: string, response: request.Response): void {
    // A worker refuses API routes; its refusals are not described.
    const isClosed = this.nest.get(Environment).ROLE === 'worker';
    if (isClosed || verb === 'options' || response.redirects.length > 0) return;
    TestApp.validator ??= new OpenApiValidator(describeApi(this.nest));
    TestApp.validator.assertConforms(verb, path, response);
  }

  /** @param authorization header value; undefined sends none */
  with(authorization: string | undefined): Caller {
    const agent = request(this.origin);
    const callers = VERBS.map((verb) => [
      verb,
      (path: string) => {
        const test = agent[verb](path).expect((response) => this.assertConforms(verb, path, response));
        return authorization === undefined ? test : test.set('Authorization', authorization);
      },
    ]);
    return Object.fromEntries(callers) as Caller;
  }

  async rows<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return withClient(this.databaseUrl, async (client) => (await client.query<Row>(sql, values)).rows);
  }

  /** Also drops references: the `app` variable of a spec lives as long as its group. */
  async stop(): Promise<void> {
    const { release } = this;
    this.release = undefined;
    await release?.();
    this.running = undefined;
  }
}

/** Starts the service as `main` does, silent, on a free port and a new database. */
export async function startApp({
  environment = {},
  log,
  passwordCost = CHEAP,
  hasOneProcess = false,
}: StartOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'fieldhouse-e2e-'));
  const isFleet = hasFleet && !hasOneProcess && environment.ROLE !== 'worker';
  const variables = {
    PORT: '0',
    DATA_DIR: dataDir,
    ...databaseVariables(database.url),
    DATABASE_POOL: '6',
    SECRET_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'silent',
    ...(isFleet && { ROLE: 'api' }),
    ...environment,
  };
  const settings = readSettings(variables);
  const nest = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot({ ...settings, passwordCost, ...(log !== undefined && { log }) }),
    new JsonAdapter(),
    {
      bodyParser: false,
      logger: ['fatal'],
      abortOnError: false,
    },
  );
  const nestedConnections = new NestedConnectionDetector(nest);
  let fleet: ProcessFleet | undefined;
  const release = async (): Promise<void> => {
    await fleet?.stop();
    nest.getHttpServer().closeAllConnections();
    await nest.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
    nestedConnections.assertNone();
  };
  try {
    useOwnStrategies(nest);
    configureApp(nest);
    if (log !== undefined) nest.useLogger(nest.get(Logger));
    await nest.listen(0, '127.0.0.1');
    if (isFleet) fleet = await ProcessFleet.start(variables, { workers: environment.ROLE !== 'api' });
  } catch (error) {
    await release();
    throw error;
  }
  return new TestApp(nest, database.url, dataDir, release, fleet);
}

function readSettings(variables: Readonly<Record<string, string>>): AppSettings {
  const environment = readEnvironment(variables);
  return {
    environment,
    databaseUrl: environment.DATABASE_URL!,
    secretKey: new SecretKey(environment.SECRET_KEY!),
  };
}
