import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { VERSION } from '../../../src/config/version';
import { basic } from '../../support/basic';
import { runCli } from '../../support/command-line';
import { eventually } from '../../support/eventually';
import { freePort, StandaloneService, type Variables } from '../../support/standalone-service';
import { createTestDatabase, type TestDatabase, withClient } from '../../support/test-database';

const refusal = (message: string) => ({
  code: 1,
  out: '',
  error: `\nfieldhouse could not start.\n${message}\n`,
});

describe('a failed start reports one sentence and nothing else', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it.each<[string, Variables, string]>([
    [
      'a database address without a listener',
      { DATABASE_URL: 'postgres://ann:secret@127.0.0.1:1/x', DATABASE_WAIT_SECONDS: '0' },
      "Can't connect to the database of DATABASE_URL at 127.0.0.1:1: connection refused. Start PostgreSQL, or correct the address.",
    ],
    [
      'a database address without a listener, with migration off',
      {
        DATABASE_URL: 'postgres://ann:secret@127.0.0.1:1/x',
        DATABASE_WAIT_SECONDS: '0',
        MIGRATE_ON_START: 'false',
      },
      "Can't connect to the database of DATABASE_URL at 127.0.0.1:1: connection refused. Start PostgreSQL, or correct the address.",
    ],
    [
      'a storage address without a listener',
      {
        STORAGE_URL: 's3://files/media?endpoint=http://127.0.0.1:1',
        AWS_ACCESS_KEY_ID: 'key',
        AWS_SECRET_ACCESS_KEY: 'secret',
      },
      'S3 does not respond. Check the endpoint in STORAGE_URL and the network.',
    ],
    [
      'a data folder that is a file',
      { STORAGE_URL: 'file:///dev/null/media' },
      'Files cannot be written (ENOTDIR). Check the folder of DATA_DIR or STORAGE_URL: its owner, its permissions and the free space.',
    ],
    [
      'an invalid proxy',
      { TRUST_PROXY: '300.1.1.1' },
      'TRUST_PROXY must be false, a number of hops, loopback, or addresses separated by commas.',
    ],
    [
      'a public URL with a path',
      { PUBLIC_URL: 'https://survey.example.org/kobo' },
      'PUBLIC_URL must be an address such as https://survey.example.org, without user, password, path or query.',
    ],
    [
      'a public URL with a password',
      { PUBLIC_URL: 'https://ann:secret@survey.example.org' },
      'PUBLIC_URL must be an address such as https://survey.example.org, without user, password, path or query.',
    ],
    [
      'an invalid superuser name',
      { SUPERUSER_USERNAME: 'The Boss' },
      'SUPERUSER_USERNAME: Choose a username of 3 to 150 characters out of a-z, 0-9, "_", "." and "-", that starts with neither a digit nor a dot and does not end in a format such as ".json".',
    ],
    [
      'a reserved superuser name',
      { SUPERUSER_USERNAME: 'token' },
      'SUPERUSER_USERNAME: The username token is reserved. Choose another one.',
    ],
  ])('%s', async (_name, variables, message) => {
    const start = new StandaloneService({ DATABASE_URL: database.url, ...variables });
    expect(await start.result()).toEqual(refusal(message));
  });

  it('a database with another name or password', async () => {
    const missing = new URL(database.url);
    missing.pathname = '/not_there';
    const stranger = new URL(database.url);
    stranger.password = 'guessed';
    const [one, other] = await Promise.all(
      [missing, stranger].map(({ href }) => new StandaloneService({ DATABASE_URL: href }).result()),
    );
    const { host, username } = missing;
    expect(one).toEqual(
      refusal(
        `Can't connect to the database of DATABASE_URL at ${host}: database not_there does not exist. Create it with "createdb not_there", or correct its name.`,
      ),
    );
    expect(other).toEqual(
      refusal(
        `Can't connect to the database of DATABASE_URL at ${host}: authentication failed for user ${username}. Correct the user or the password.`,
      ),
    );
  });

  it('a data folder that isn’t writable', async () => {
    const folder = '/dev/null/data';
    const { code, out, error } = await new StandaloneService({
      DATABASE_URL: database.url,
      DATA_DIR: folder,
    }).result();
    expect([code, out]).toEqual([1, '']);
    expect(error).toMatch(
      /DATA_DIR=\/dev\/null\/data is not writable by user \d+ of group \d+ \(E\w+\)\. Give/,
    );
  });

  it('a port that is in use', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as AddressInfo;
    const start = new StandaloneService({ DATABASE_URL: database.url, PORT: String(port) });
    expect(await start.result()).toEqual(
      refusal(
        `Port ${port} of 127.0.0.1 is in use. Stop the process that listens there, or set another port, such as PORT=${port + 1}.`,
      ),
    );
    blocker.close();
  });

  it('an address that this machine does not have', async () => {
    const start = new StandaloneService({ DATABASE_URL: database.url, HOST: '192.0.2.1' });
    expect(await start.result()).toEqual(
      refusal(
        'HOST=192.0.2.1 is not an address of this machine. Set one that is, such as 127.0.0.1, or 0.0.0.0 for all.',
      ),
    );
  });
});

it('a start warns of a variable whose name is nearly that of a setting', async () => {
  const { code, error } = await new StandaloneService({
    MAX_UPLOAD_BYTE: '5',
    HOME: '/home/ann',
    PORT: 'none',
  } as Variables).result();
  expect(code).toBe(1);
  expect(error.split('\n')[0]).toBe(
    'The variable MAX_UPLOAD_BYTE has no effect. Did you mean MAX_UPLOAD_BYTES?',
  );
});

describe('a start', () => {
  let database: TestDatabase;
  const starts: StandaloneService[] = [];
  const begin = (variables: Variables): StandaloneService => {
    const start = new StandaloneService({
      DATABASE_URL: database.url,
      SUPERUSER_PASSWORD: 'correct-horse',
      ...variables,
    });
    starts.push(start);
    return start;
  };

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await Promise.all(starts.splice(0).map((start) => start.stop()));
    await database.drop();
  });

  const originOf = (start: StandaloneService): Promise<string> =>
    eventually(
      async () => / at (http:\S+)/.exec(start.out)?.[1] ?? '',
      (origin) => origin !== '' || start.child.exitCode !== null,
    );

  it('is ready only once its superuser can sign in', async () => {
    // The lock blocks the creation of the superuser.
    const holder = new Client({ connectionString: database.url });
    await holder.connect();
    await holder.query(`
      CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF new.is_superuser THEN PERFORM pg_advisory_xact_lock(4711); END IF; RETURN new; END $$;
      CREATE TRIGGER wait_for_test BEFORE INSERT ON app_user FOR EACH ROW EXECUTE FUNCTION wait_for_test();
      SELECT pg_advisory_lock(4711)`);
    const port = await freePort();
    const start = begin({ PORT: String(port) });
    const statusOf = (path: string, authorization = ''): Promise<number> =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        headers: authorization === '' ? {} : { authorization },
      }).then(
        ({ status }) => status,
        () => 0,
      );
    await eventually(
      async () =>
        (await holder.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).rows,
      ({ length }) => length === 1,
    );
    expect(await statusOf('/health/ready')).not.toBe(200);

    await holder.query('SELECT pg_advisory_unlock(4711)');
    await eventually(
      () => statusOf('/health/ready'),
      (status) => status === 200,
    );
    expect(await statusOf('/me/', basic('admin', 'correct-horse'))).toBe(200);
    await holder.end();
    await start.stop();
  });

  it('without a terminal prints no password and asks for a first account', async () => {
    const start = begin({ SUPERUSER_PASSWORD: '' });
    const origin = await originOf(start);
    await eventually(
      async () => start.out,
      (out) => out.includes('api/docs'),
    );
    expect(start.out).toContain('node dist/src/cli/main.js user create NAME --superuser');
    expect(start.out).not.toMatch(/password {2}|shown only once/);
    const typed = runCli(
      { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(64) },
      ...['user', 'create', 'chief', '--superuser', '--password', 'correct-horse'],
    );
    expect(await typed.result).toMatchObject({ code: 0, out: 'Created the superuser chief.\n' });
    expect(
      (await fetch(`${origin}/me/`, { headers: { authorization: basic('chief', 'correct-horse') } })).status,
    ).toBe(200);
  });

  it('of several processes at once creates one superuser', async () => {
    const origins = await Promise.all([begin({}), begin({}), begin({})].map(originOf));
    for (const origin of origins) {
      const { status } = await fetch(`${origin}/me/`, {
        headers: { authorization: basic('admin', 'correct-horse') },
      });
      expect(status).toBe(200);
    }
    const superusers = await withClient(
      database.url,
      async (client) => (await client.query('SELECT username FROM app_user WHERE is_superuser')).rows,
    );
    expect(superusers).toEqual([{ username: 'admin' }]);
  });

  it('fails with another key than that of the database', async () => {
    const first = begin({});
    await originOf(first);
    const shown = await begin({ SECRET_KEY: 'x'.repeat(64) }).result();
    expect(shown).toEqual(
      refusal(
        'SECRET_KEY differs from the one this database was set up with. Start every process with the same SECRET_KEY, or add the former one to SECRET_KEY_FALLBACKS.',
      ),
    );
  });

  it('fails when SUPERUSER_USERNAME names no existing superuser', async () => {
    const first = begin({ SUPERUSER_USERNAME: 'chief' });
    await originOf(first);
    expect(first.out).toContain('Sign in as chief.');
    expect(await begin({ SUPERUSER_USERNAME: 'boss' }).result()).toEqual(
      refusal(
        'SUPERUSER_USERNAME=boss is not a superuser of this database, and only the first start creates one. Unset it, name a superuser, or create a new account with "node dist/src/cli/main.js user create NAME --superuser".',
      ),
    );
    const again = begin({});
    await originOf(again);
    expect(again.out).not.toContain('Sign in as');
  });

  it('of a worker creates no superuser and reports its role', async () => {
    const start = begin({ ROLE: 'worker' });
    const origin = await originOf(start);
    expect(start.out).toContain(`fieldhouse ${VERSION} runs jobs`);
    expect(start.out).not.toMatch(/Sign in|password|api\/docs/);
    expect((await fetch(`${origin}/health/live`)).status).toBe(200);
    const superusers = await withClient(
      database.url,
      async (client) => (await client.query('SELECT 1 FROM app_user WHERE is_superuser')).rows,
    );
    expect(superusers).toEqual([]);
  });
});
