import { makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { ANONYMOUS, PASSWORD, startApp, type TestApp } from '../../support/app';
import { basic } from '../../support/basic';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'ann', 'bob', 'eve']) await app.addUser(username);
  await app.addUser('super', { superuser: true });
});
afterAll(() => app.stop());

interface Entry {
  readonly username: string;
  readonly action: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}
const asset = (uid: string, below = ''): string => `/api/v2/assets/${uid}/${below}`;

const actionsOf = async (uid: string): Promise<string[]> => {
  const rows = await app.rows<{ action: string }>(
    'SELECT action FROM audit_entry WHERE asset_uid = $1 ORDER BY id',
    [uid],
  );
  return rows.map(({ action }) => action);
};

describe('the audit logs of the installation', () => {
  it('are readable by superusers only', async () => {
    for (const log of ['audit-logs', 'access-logs', 'project-history-logs']) {
      await app.as('owner').get(`/api/v2/${log}/`).expect(403);
      await app.as(ANONYMOUS).get(`/api/v2/${log}/`).expect(401);
      const { body } = await app.as('super').get(`/api/v2/${log}/?limit=1`).expect(200);
      expect(Object.keys(body as object)).toEqual(['count', 'next', 'previous', 'results']);
    }
  });

  it.each(['access-logs', 'project-history-logs'])('are exported as CSV: %s', async (log) => {
    const { uid } = await makeDeployedAsset(app);
    await app.as(ANONYMOUS).get('/me/').set('Authorization', basic('owner', PASSWORD)).expect(200);
    const { body } = await app.as('super').post(`/api/v2/${log}/export/`).expect(202);
    expect(body).toEqual({ status: 'created', result: `${app.origin}/api/v2/${log}/export.csv` });
    for (const [caller, status] of [
      ['owner', 403],
      [ANONYMOUS, 401],
    ] as const) {
      await app.as(caller).post(`/api/v2/${log}/export/`).expect(status);
      await app.as(caller).get(`/api/v2/${log}/export.csv`).expect(status);
    }
    const { text } = await app.as('super').get(`/api/v2/${log}/export.csv`).expect(200);
    expect(text).toContain(log === 'access-logs' ? '"owner";"auth"' : `"${uid}";`);
    const { count } = (await app.as('super').get(`/api/v2/${log}/?limit=1`).expect(200)).body;
    expect(text.trimEnd().split('\r\n')).toHaveLength(1 + count);
  });

  it("are exported as CSV: the caller's own sign-ins", async () => {
    for (const username of ['ann', 'eve']) {
      await app.as(ANONYMOUS).get('/me/').set('Authorization', basic(username, PASSWORD)).expect(200);
    }
    const { body } = await app.as('ann').post('/api/v2/access-logs/me/export/').expect(202);
    const { text } = await app
      .as('ann')
      .get(new URL(body.result as string).pathname)
      .expect(200);
    expect(text).toContain('"ann";"auth"');
    expect(text).not.toContain('"eve"');
    await app.as(ANONYMOUS).post('/api/v2/access-logs/me/export/').expect(401);
    await app.as(ANONYMOUS).get('/api/v2/access-logs/me/export.csv').expect(401);
  });

  it('cover every project and the events outside of projects', async () => {
    const { uid } = await makeDeployedAsset(app);
    const find = async (log: string): Promise<Entry[]> => {
      const q = `metadata__asset_uid:${uid}`;
      return (await app.as('super').get(`/api/v2/${log}/`).query({ q }).expect(200)).body.results as Entry[];
    };
    expect((await find('project-history-logs')).map(({ action }) => action)).toEqual(['deploy']);
    expect(await find('audit-logs')).toMatchObject([
      { action: 'deploy', log_type: 'project' },
      { action: 'create', log_type: 'service', metadata: { name: 'Households', auth_type: 'token' } },
    ]);
  });

  it('cover accounts, tokens and applications without their secrets', async () => {
    const password = 'a password of its own';
    const about = async (account: string): Promise<Entry[]> => {
      const q = `metadata__account:${account}`;
      const { body } = await app.as('super').get('/api/v2/audit-logs/').query({ q }).expect(200);
      expect(JSON.stringify(body)).not.toContain(password);
      return (body.results as Entry[]).reverse();
    };
    await app.as('super').post('/api/v2/users/').send({ username: 'told', password }).expect(201);
    const change = (sent: object) => app.as('super').patch('/api/v2/users/told/').send(sent).expect(200);
    await change({ email: 'told@example.org', is_superuser: true });
    await change({ is_superuser: true });
    await change({ password: `${password} now` });
    expect(await about('told')).toMatchObject([
      { action: 'create', username: 'super', metadata: { account: 'told', is_superuser: false } },
      {
        action: 'update',
        metadata: { email: { old: '', new: 'told@example.org' }, is_superuser: { old: false, new: true } },
      },
      { action: 'update', metadata: { password: 'changed' } },
    ]);
    await app.addUser('holder');
    const before = (await about('holder')).length;
    const { body: token } = await app
      .as('holder')
      .post('/api/v2/tokens/')
      .send({ name: 'script' })
      .expect(201);
    await app.as('holder').delete(`/api/v2/tokens/${token.uid}/`).expect(204);
    const { body: application } = await app
      .as('holder')
      .post('/api/v2/applications/')
      .send({ name: 'App', redirect_uri: 'https://app.example/cb', client_type: 'confidential' })
      .expect(201);
    const own = `/api/v2/applications/${application.client_id}/`;
    await app.as('holder').patch(own).send({ name: 'Other' }).expect(200);
    await app.as('holder').delete(own).expect(204);
    await app.with(basic('holder')).delete('/token/').expect(204);
    const entries = (await about('holder')).slice(before);
    expect(entries).toMatchObject([
      { action: 'create', metadata: { token: token.uid, name: 'script' } },
      { action: 'delete', metadata: { token: token.uid } },
      { action: 'create', metadata: { application: application.client_id } },
      { action: 'update', metadata: { name: { old: 'App', new: 'Other' } } },
      { action: 'delete', metadata: { application: application.client_id } },
      { action: 'delete', metadata: { token: 'default', auth_type: 'basic' } },
    ]);
    for (const secret of [token.token, application.client_secret] as string[]) {
      expect(JSON.stringify(entries)).not.toContain(secret);
    }
  });

  it('cover sign-ins and failures of existing users only', async () => {
    const own = async () => (await app.as('bob').get('/api/v2/access-logs/me/').expect(200)).body;
    const before = (await own()).count as number;
    await app.with(basic('bob')).get('/me/').expect(200);
    await app
      .with(`Basic ${Buffer.from('bob:guess').toString('base64')}`)
      .get('/me/')
      .expect(401);
    await app
      .with(`Basic ${Buffer.from(`${PASSWORD}:bob`).toString('base64')}`)
      .get('/me/')
      .expect(401);
    const body = await own();
    expect(body.count).toBe(before + 2);
    expect(body.results.slice(0, 2)).toEqual(
      [
        ['auth-failed', { reason: 'wrong password' }],
        ['auth', {}],
      ].map(([action, why]) => ({
        user: `${app.origin}/api/v2/users/bob/`,
        user_uid: expect.any(String),
        username: 'bob',
        action,
        metadata: { auth_type: 'password', ip_address: '127.0.0.1', source: null, ...(why as object) },
        date_created: expect.any(String),
        count: 1,
      })),
    );
    await app.as(ANONYMOUS).get('/api/v2/access-logs/me/').expect(401);
    const { body: all } = await app.as('super').get('/api/v2/access-logs/').expect(200);
    expect(all.results[0]).toMatchObject({ user: null, username: '', action: 'auth-failed' });
    expect(JSON.stringify(all)).not.toContain(PASSWORD);
  });
});

describe('an audit entry', () => {
  it('is stored if and only if the change is', async () => {
    const { uid } = await makeAsset(app);
    const sent = [
      { user: '/api/v2/users/ann/', permission: '/api/v2/permissions/view_asset/' },
      { user: '/api/v2/users/owner/', permission: '/api/v2/permissions/view_asset/' },
    ];
    await app.as('owner').post(asset(uid, 'permission-assignments/bulk/')).send(sent).expect(400);
    await app.rows('ALTER TABLE audit_entry ADD CONSTRAINT nothing_more CHECK (false) NOT VALID');
    try {
      await app.as('owner').patch(asset(uid)).send({ name: 'Other' }).expect(500);
    } finally {
      await app.rows('ALTER TABLE audit_entry DROP CONSTRAINT nothing_more');
    }
    expect(await actionsOf(uid)).toEqual(['create']);
    const { body } = await app.as('owner').get(asset(uid)).expect(200);
    expect(body.name).toBe('Households');
  });

  it.each(["UPDATE audit_entry SET username = 'nobody'", 'DELETE FROM audit_entry', 'TRUNCATE audit_entry'])(
    'can’t be changed, not even by the owner of the table: %s',
    async (sql) => {
      const before = await app.rows('SELECT count(*) FROM audit_entry');
      await expect(app.rows(sql)).rejects.toMatchObject({ code: '42501' });
      expect(await app.rows('SELECT count(*) FROM audit_entry')).toEqual(before);
    },
  );

  it('leaves no role the permission to change it', async () => {
    const rights = await app.rows<{ right: string }>(
      `SELECT DISTINCT privilege_type AS right FROM pg_class, aclexplode(relacl) WHERE relname = 'audit_entry'`,
    );
    const names = rights.map(({ right }) => right);
    expect(names).toContain('INSERT');
    expect(names.filter((name) => ['UPDATE', 'DELETE', 'TRUNCATE'].includes(name))).toEqual([]);
  });
});
