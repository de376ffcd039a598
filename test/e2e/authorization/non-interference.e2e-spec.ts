import { ChangeNotifications } from '../../../src/database/change-notifications';
import { grant, grantPartially, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { changesSettled } from '../../support/settled-changes';
import { Random, testSeed } from '../../fixtures/random';

const LONG = process.env['TEST_PROFILE'] === 'long';
/** Number of database states compared with the first one, and of requests to each. */
const STATES = LONG ? 2_000 : 60;
const REQUESTS_PER_STATE = LONG ? 12 : 10;
/** The long profile takes several minutes. */
const TIMEOUT_MS = LONG ? 40 * 60_000 : 240_000;

/** Callers without any permission on the hidden data, or with too little. */
const CALLERS = ['viewer', 'partial', 'enumerator', 'stranger', ANONYMOUS];
const SECRETS = ['Households', 'Zebra', 'secret', 'Baraka'];
const HEADERS = [
  'content-type',
  'content-length',
  'allow',
  'link',
  'www-authenticate',
  'etag',
  'last-modified',
  'retry-after',
];

/** Databases that differ only in hidden data give identical responses (reliability S4). */
describe('data that a caller may not see', () => {
  let app: TestApp;
  let shared: string;
  let hidden: string;
  /** A collection visible to one of the callers; its content is hidden from all. */
  let library: string;
  let hiddenSubmission: string;
  let random: Random;
  let made = 0;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    for (const user of ['owner', 'other', 'guest', ...CALLERS.filter((each) => each !== ANONYMOUS)]) {
      await app.addUser(user);
    }
    ({ uid: shared } = await makeDeployedAsset(app, { name: 'Households' }));
    ({ uid: hidden } = await makeDeployedAsset(app, { owner: 'other', name: 'Zebra' }));
    ({ uid: library } = await makeAsset(app, { name: 'Library', asset_type: 'collection' }));
    await grant(app, library, 'viewer', ['view_asset']);
    await makeAsset(app, { owner: 'viewer', name: 'Own households' });
    const open = await makeDeployedAsset(app, { name: 'Open households' });
    await grant(app, open.uid, ANONYMOUS, ['view_asset']);
    await grant(app, shared, 'viewer', ['view_asset']);
    await grant(app, shared, 'enumerator', ['add_submissions']);
    await grantPartially(app, shared, 'partial', { view_submissions: [{ 'person/name': 'Asha' }] });
    for (const name of ['Asha', 'Baraka', 'Asha', 'Baraka', 'Asha']) await send(shared, name);
    const [row] = await app.rows<{ id: string }>(
      `SELECT min(id) AS id FROM submission WHERE answers @> '{"person/name":"Baraka"}'`,
    );
    hiddenSubmission = row!.id;
    random = new Random(testSeed());
  });
  afterAll(() => app.stop());

  const send = (uid: string, name: string, by = 'owner'): Promise<string> =>
    submit(app, uid, { by, answers: `<person><name>${name}</name></person>` });

  /** Every response is compared byte for byte. */
  const listPaths = (): string[] => {
    const data = `/api/v2/assets/${shared}/data/`;
    const filter = (query: object): string => `?query=${encodeURIComponent(JSON.stringify(query))}`;
    return [
      '/api/v2/assets/',
      '/api/v2/assets/?limit=1',
      '/api/v2/assets/?metadata=on&ordering=name',
      ...['shared', 'public', 'public-discoverable'].map((status) => `/api/v2/assets/?status=${status}`),
      ...['metadata', 'counts', 'minimal-list', 'hash'].map((word) => `/api/v2/assets/${word}/`),
      ...SECRETS.map((word) => `/api/v2/assets/?q=${word}`),
      '/api/v2/assets/?q=owner__username:other',
      '/api/v2/assets/?q=tags__name:secret',
      '/api/v2/assets/?q=settings__description__icontains:zebra',
      '/api/v2/assets/?q=NOT%20name:Zebra',
      ...[shared, hidden].flatMap((uid) =>
        [
          '',
          'permission-assignments/',
          'data/',
          'counts/',
          'reports/',
          'deployment/',
          'files/',
          'history/',
          'content/',
        ].map((below) => `/api/v2/assets/${uid}/${below}`),
      ),
      `${data}${filter({ 'person/name': 'Baraka' })}`,
      `${data}${filter({ 'person/name': { $ne: 'Asha' } })}`,
      `${data}${filter({ _id: { $gte: 0 } })}`,
      `${data}?sort=${encodeURIComponent('{"person/name":-1}')}`,
      `${data}?limit=2&start=1`,
      `${data}${hiddenSubmission}/`,
      `${data}changes/`,
      `${data}changes/?limit=1`,
      ...[
        'data.csv',
        'data.ndjson',
        'data.geojson',
        'odata/',
        'odata/Submissions',
        'odata/Submissions/$count',
      ].map((below) => `/api/v2/assets/${shared}/${below}`),
      '/api/v2/imports/',
      '/api/v2/asset_snapshots/',
      '/api/v2/project-ownership/invites/',
      '/api/v2/users/other/',
      '/api/v2/tags/',
      '/api/v2/asset_subscriptions/',
      `/api/v2/assets/?q=parent__uid:${library}&ordering=name`,
      `/api/v2/assets/${library}/`,
      '/formList',
      `/xformsManifest/${hidden}`,
      `/forms/${hidden}/form.xml`,
    ];
  };

  const get = async (caller: string, path: string): Promise<string> => {
    const headers = caller === ANONYMOUS ? {} : { authorization: `Token ${app.tokenOf(caller)}` };
    const response = await fetch(`${app.origin}${path}`, { headers });
    const headerLines = HEADERS.map((name) => `${name}: ${response.headers.get(name) ?? ''}`);
    return [response.status, ...headerLines, await response.text()].join('\n');
  };

  const word = (): string => random.pick(SECRETS);
  const updateHidden = (set: string, ...values: unknown[]): Promise<unknown> =>
    app.rows(
      `UPDATE asset SET ${set}, date_modified = now() WHERE owner_id = (SELECT id FROM app_user WHERE username = 'other')`,
      values,
    );

  const events: readonly (() => Promise<unknown>)[] = [
    () => updateHidden('name = $1, tags = $2', `${word()} ${made}`, [word()]),
    () =>
      app.rows(
        `UPDATE asset SET parent_id = CASE WHEN parent_id IS NULL THEN (SELECT id FROM asset WHERE uid = $1) END WHERE uid = $2`,
        [library, hidden],
      ),
    () =>
      updateHidden('settings = $1, summary = summary || $2', { description: word() }, { labels: [word()] }),
    () => updateHidden('date_deleted = CASE WHEN date_deleted IS NULL AND uid <> $1 THEN now() END', hidden),
    () => makeAsset(app, { owner: 'other', name: word(), asset_type: random.pick(['survey', 'template']) }),
    () => send(shared, 'Baraka'),
    () =>
      app.rows(
        `UPDATE submission SET json = replace(json, 'Baraka', 'Baraka'), submitted_by = $1
                     WHERE answers @> '{"person/name":"Baraka"}'`,
        [word()],
      ),
    () =>
      app.rows(
        `DELETE FROM submission WHERE answers @> '{"person/name":"Baraka"}' AND id <> $1 AND random() < 0.5`,
        [hiddenSubmission],
      ),
    () =>
      app.rows(
        `UPDATE submission SET answers = answers || jsonb_build_object('person/age', $2::text) WHERE id = $1`,
        [hiddenSubmission, String(made)],
      ),
    () => grant(app, shared, 'guest', [random.pick(['view_asset', 'change_asset', 'manage_asset'])]),
    () =>
      app.rows(
        `DELETE FROM permission_assignment USING app_user u WHERE u.id = user_id AND u.username = 'guest'`,
      ),
    () =>
      app.rows(`UPDATE app_user SET email = $1, first_name = $2 WHERE username IN ('owner', 'other')`, [
        `${word()}${made}@example.org`,
        word(),
      ]),
    () =>
      app
        .as('other')
        .post('/api/v2/asset_snapshots/')
        .send({ asset: `/api/v2/assets/${hidden}/` }),
    () =>
      app
        .as('owner')
        .post('/api/v2/project-ownership/invites/')
        .send({ recipient: '/api/v2/users/other/', assets: [shared] }),
    () => send(hidden, word(), 'other'),
  ];

  async function changeHiddenData(): Promise<void> {
    for (let remaining = random.between(1, 3); remaining > 0; remaining -= 1) {
      made += 1;
      await random.pick(events)();
    }
    const assets = await app.rows<{ id: number }>('SELECT id FROM asset WHERE uid = ANY($1)', [
      [shared, hidden],
    ]);
    for (const { id } of assets) app.nest.get(ChangeNotifications).publish('asset', id);
  }

  it(
    'changes no byte of any response',
    async () => {
      const paths = listPaths();
      await changesSettled(app);
      const first = new Map<string, string>();
      for (const caller of CALLERS)
        for (const path of paths) first.set(`${caller} ${path}`, await get(caller, path));
      const owners = await get('owner', `/api/v2/assets/${shared}/data/`);
      const differing = new Set<string>();
      for (let state = 0; state < STATES; state += 1) {
        await changeHiddenData();
        const requests = Array.from(
          { length: REQUESTS_PER_STATE },
          () => [random.pick(CALLERS), random.pick(paths)] as const,
        );
        await Promise.all(
          requests.map(async ([caller, path]) => {
            const response = await get(caller, path);
            if (response !== first.get(`${caller} ${path}`)) differing.add(`${caller} ${path}`);
          }),
        );
      }
      expect([...differing].sort()).toEqual([]);
      // Proves that the changes took effect.
      expect(await get('owner', `/api/v2/assets/${shared}/data/`)).not.toBe(owners);
      expect(first.get(`partial /api/v2/assets/${shared}/data/`)).toContain('Asha');
      expect(first.get(`viewer /api/v2/assets/${shared}/`)).toMatch(/^200/);
    },
    TIMEOUT_MS,
  );
});
