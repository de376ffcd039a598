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
import { SERVER_BOUNDS } from '../../src/database/connection/watched-pool';
import { AccountService } from '../../src/modules/account/account.service';
import { CredentialService } from '../../src/modules/credential/credential.service';
import { describeApi } from '../../src/web/api-docs/api-docs';
import { DescribedAnswers } from './described-answers';
import { OneConnection } from './one-connection';
import { createTestDatabase, withClient } from './test-database';

/**
 * The service shares this process with its tests, which may keep it busy for seconds: a connection that is there by then has
 * come in time. What the bounds do is tried on processes of their own (`test/faults`).
 */
Object.assign(SERVER_BOUNDS, { connectionTimeoutMillis: 60_000 });

const VERBS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const;
export type Verb = (typeof VERBS)[number];

/** One who asks: a supertest request per verb, with this one's credentials on it. */
export type Caller = Readonly<Record<Verb, (path: string) => request.Test>>;

export const ANONYMOUS = 'anonymous';
export const PASSWORD = 'correct horse: battery staple';

/** A thousandth of what a server's costs: what is slow about a password is tried where it matters. */
const CHEAP: PasswordCost = { memoryCost: 8, timeCost: 1 };

export interface StartOptions {
  /** Variables of the service's environment that differ from those of the tests. */
  readonly environment?: Partial<Record<keyof Environment, string>>;
  /** Takes the lines of the log. */
  readonly log?: { write(line: string): void };
  /** Absent: next to nothing. */
  readonly passwordCost?: PasswordCost;
}

/** The real service in this process, on a database and a data folder of its own. */
export class TestApp {
  private readonly tokens = new Map<string, string>();
  /** Every service has the same routes, whatever its settings: one description serves all of a suite. */
  private static described: DescribedAnswers | undefined;

  constructor(
    private running: NestExpressApplication | undefined,
    readonly databaseUrl: string,
    readonly dataDir: string,
    private release: (() => Promise<void>) | undefined,
  ) {}

  get nest(): NestExpressApplication {
    if (this.running === undefined) throw new Error('This service was stopped.');
    return this.running;
  }

  get port(): number {
    return (this.nest.getHttpServer().address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Makes an account with an API token; its password is `PASSWORD`. */
  async addUser(username: string, { superuser = false } = {}): Promise<void> {
    const { id } = await this.nest
      .get(AccountService)
      .create({ username, password: PASSWORD, email: `${username}@example.org`, isSuperuser: superuser });
    const { key } = await this.nest.get(CredentialService).defaultToken(id);
    this.tokens.set(username, key);
  }

  tokenOf(username: string): string {
    const token = this.tokens.get(username);
    if (token === undefined) throw new Error(`There is no user ${username} in this suite.`);
    return token;
  }

  /** @param who a username, or `anonymous` */
  as(who: string): Caller {
    return this.with(who === ANONYMOUS ? undefined : `Token ${this.tokenOf(who)}`);
  }

  /**
   * Holds an answer against the description of the API. Callers do so with every answer they get.
   * @throws Error for an answer that is described otherwise
   */
  judge(verb: Verb, path: string, answer: request.Response): void {
    // What a worker keeps closed is no answer of a route.
    const isClosed = this.nest.get(Environment).ROLE === 'worker';
    if (isClosed || verb === 'options' || answer.redirects.length > 0) return;
    TestApp.described ??= new DescribedAnswers(describeApi(this.nest));
    TestApp.described.judge(verb, path, answer);
  }

  /** @param authorization the header as it is; undefined for none */
  with(authorization: string | undefined): Caller {
    const agent = request(this.origin);
    const callers = VERBS.map((verb) => [
      verb,
      (path: string) => {
        const test = agent[verb](path).expect((answer) => this.judge(verb, path, answer));
        return authorization === undefined ? test : test.set('Authorization', authorization);
      },
    ]);
    return Object.fromEntries(callers) as Caller;
  }

  /** Rows straight from the database, for what no client can see. */
  async rows<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return withClient(this.databaseUrl, async (client) => (await client.query<Row>(sql, values)).rows);
  }

  /** Stops the service and lets go of it: what a spec calls its `app` lives as long as the suite, with many specs in it. */
  async stop(): Promise<void> {
    const { release } = this;
    this.release = undefined;
    await release?.();
    this.running = undefined;
  }
}

/** Starts the service as `main` does, on port 0 and a fresh database, silent. */
export async function startApp({
  environment = {},
  log,
  passwordCost = CHEAP,
}: StartOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'fieldhouse-e2e-'));
  const settings: AppSettings = readSettings({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_POOL: '6',
    SECRET_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'silent',
    ...environment,
  });
  const nest = await NestFactory.create<NestExpressApplication>(
    AppModule.with({ ...settings, passwordCost, ...(log !== undefined && { log }) }),
    new JsonAdapter(),
    {
      bodyParser: false,
      logger: ['fatal'],
      abortOnError: false,
    },
  );
  const oneConnection = new OneConnection(nest);
  const release = async (): Promise<void> => {
    nest.getHttpServer().closeAllConnections();
    await nest.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
    oneConnection.assertNoSecond();
  };
  try {
    configureApp(nest);
    if (log !== undefined) nest.useLogger(nest.get(Logger));
    await nest.listen(0, '127.0.0.1');
  } catch (error) {
    await release();
    throw error;
  }
  return new TestApp(nest, database.url, dataDir, release);
}

function readSettings(variables: Readonly<Record<string, string>>): AppSettings {
  const environment = readEnvironment(variables);
  return {
    environment,
    databaseUrl: environment.DATABASE_URL!,
    secretKey: new SecretKey(environment.SECRET_KEY!),
  };
}
