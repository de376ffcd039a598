import { ChangeFeed } from '../../../src/database/change-feed';
import { grant, grantPartially, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { printedSeed, Random } from '../../support/random';

const FULL = process.env['TEST_PROFILE'] === 'full';
/** Databases that are held against the first one, and how many questions each is asked. */
const PAIRS = FULL ? 2_000 : 60;
const QUESTIONS = FULL ? 12 : 10;
/** The long way takes several minutes, more on a busy machine. */
const WITHIN_MS = FULL ? 40 * 60_000 : 240_000;

/** Who may not see what changes: those without any right on it, and those with less than it takes. */
const CALLERS = ['viewer', 'partial', 'enumerator', 'stranger', ANONYMOUS];
/** Words that hidden things are called; searches look for them. */
const SECRETS = ['Households', 'Zebra', 'secret', 'Baraka'];
const HEADERS = ['content-type', 'content-length', 'allow', 'link', 'www-authenticate'];

/** Two databases that differ only in what a caller may not see answer that caller alike, byte for byte (reliability S4). */
describe('what a caller may not see', () => {
  let app: TestApp;
  let shared: string;
  let hidden: string;
  /** A collection that one of them views; what is in it is denied to all of them. */
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
    random = new Random(printedSeed('non-interference'));
  });
  afterAll(() => app.stop());

  const send = (uid: string, name: string, by = 'owner'): Promise<string> =>
    submit(app, uid, { by, answers: `<person><name>${name}</name></person>` });

  /** What is asked; each answer is told in full. */
  const questions = (): string[] => {
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

  const ask = async (who: string, path: string): Promise<string> => {
    const headers = who === ANONYMOUS ? {} : { authorization: `Token ${app.tokenOf(who)}` };
    const answer = await fetch(`${app.origin}${path}`, { headers });
    const shown = HEADERS.map((name) => `${name}: ${answer.headers.get(name) ?? ''}`);
    return [answer.status, ...shown, await answer.text()].join('\n');
  };

  const word = (): string => random.pick(SECRETS);
  const onHidden = (set: string, ...values: unknown[]): Promise<unknown> =>
    app.rows(
      `UPDATE asset SET ${set}, date_modified = now() WHERE owner_id = (SELECT id FROM app_user WHERE username = 'other')`,
      values,
    );

  /** Things that happen and are nobody's business among the callers. */
  const events: readonly (() => Promise<unknown>)[] = [
    () => onHidden('name = $1, tags = $2', `${word()} ${made}`, [word()]),
    () =>
      app.rows(
        `UPDATE asset SET parent_id = CASE WHEN parent_id IS NULL THEN (SELECT id FROM asset WHERE uid = $1) END WHERE uid = $2`,
        [library, hidden],
      ),
    () => onHidden('settings = $1, summary = summary || $2', { description: word() }, { labels: [word()] }),
    () => onHidden('date_deleted = CASE WHEN date_deleted IS NULL AND uid <> $1 THEN now() END', hidden),
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

  async function somethingHappens(): Promise<void> {
    for (let left = random.between(1, 3); left > 0; left -= 1) {
      made += 1;
      await random.pick(events)();
    }
    const assets = await app.rows<{ id: number }>('SELECT id FROM asset WHERE uid = ANY($1)', [
      [shared, hidden],
    ]);
    for (const { id } of assets) app.nest.get(ChangeFeed).announce('asset', id);
  }

  it(
    'changes no byte of any answer to them',
    async () => {
      const paths = questions();
      const first = new Map<string, string>();
      for (const who of CALLERS) for (const path of paths) first.set(`${who} ${path}`, await ask(who, path));
      const owners = await ask('owner', `/api/v2/assets/${shared}/data/`);
      const told = new Set<string>();
      for (let pair = 0; pair < PAIRS; pair += 1) {
        await somethingHappens();
        const asked = Array.from(
          { length: QUESTIONS },
          () => [random.pick(CALLERS), random.pick(paths)] as const,
        );
        await Promise.all(
          asked.map(async ([who, path]) => {
            const answer = await ask(who, path);
            if (answer !== first.get(`${who} ${path}`)) told.add(`${who} ${path}`);
          }),
        );
      }
      expect([...told].sort()).toEqual([]);
      // Or nothing happened at all.
      expect(await ask('owner', `/api/v2/assets/${shared}/data/`)).not.toBe(owners);
      expect(first.get(`partial /api/v2/assets/${shared}/data/`)).toContain('Asha');
      expect(first.get(`viewer /api/v2/assets/${shared}/`)).toMatch(/^200/);
    },
    WITHIN_MS,
  );
});
