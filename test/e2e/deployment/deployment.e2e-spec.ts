import { makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { makeRegistration } from '../../factories/entity.factory';
import { PNG, upload } from '../media/asset-files';
import { startApp, type TestApp } from '../../support/app';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
});
afterAll(() => app.stop());

const owner = () => app.as('owner');
const asset = (uid: string): string => `/api/v2/assets/${uid}/`;
const deployment = (uid: string): string => `${asset(uid)}deployment/`;

describe('POST deployment/', () => {
  it.each([
    ['no body', (path: string) => owner().post(path), true],
    ['an empty object', (path: string) => owner().post(path).send({}), true],
    ['active true', (path: string) => owner().post(path).send({ active: true }), true],
    [
      'active true and the backend',
      (path: string) => owner().post(path).send({ active: true, backend: 'openrosa' }),
      true,
    ],
    ['active false', (path: string) => owner().post(path).send({ active: false }), false],
    ['a form', (path: string) => owner().post(path).type('form').send({ active: 'true' }), true],
    [
      'a form with active=false',
      (path: string) => owner().post(path).type('form').send({ active: 'False' }),
      false,
    ],
    [
      'a path without a trailing slash',
      (path: string) => owner().post(path.slice(0, -1)).send({ active: true }),
      true,
    ],
    [
      'a suffix',
      (path: string) =>
        owner()
          .post(`${path.slice(0, -1)}.json`)
          .send({ active: true }),
      true,
    ],
  ])('deploys the current version with %s', async (_, send, active) => {
    const made = await makeAsset(app);
    const { body, headers } = await send(deployment(made.uid)).expect(201);
    expect(headers['content-type']).toBe('application/json');
    expect(body).toMatchObject({
      backend: 'openrosa',
      active,
      version_id: made['version_id'],
      asset: {
        uid: made.uid,
        has_deployment: true,
        deployment__active: active,
        deployment_status: active ? 'deployed' : 'archived',
        deployed_version_id: made['version_id'],
        deployment__submission_count: 0,
        deployment__encrypted: false,
      },
    });
    expect(body.asset.deployment__uuid).toMatch(/^[0-9a-f]{32}$/);
    expect(body.asset.deployed_versions).toMatchObject({
      count: 1,
      results: [
        { uid: made['version_id'], content_hash: made['version__content_hash'], version_number: '1' },
      ],
    });
    expect((await owner().get(deployment(made.uid)).expect(200)).body.version_id).toBe(made['version_id']);
  });

  it('returns 405 the second time, with the message that clients match', async () => {
    const { uid } = await makeDeployedAsset(app);
    for (const sent of [{ active: true }, {}]) {
      const { body } = await owner().post(deployment(uid)).send(sent).expect(405);
      expect(body).toEqual({ detail: 'Use PATCH to update an existing deployment' });
    }
  });

  it('deploys once for concurrent requests', async () => {
    const { uid } = await makeAsset(app);
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => owner().post(deployment(uid)).send({ active: true })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 405, 405, 405, 405, 405]);
  });

  it('rejects an outdated version and accepts the current one', async () => {
    const made = await makeAsset(app);
    await owner().patch(asset(made.uid)).send({ name: 'Newer' }).expect(200);
    const { body } = await owner()
      .post(deployment(made.uid))
      .send({ active: true, version_id: made['version_id'] })
      .expect(400);
    expect(Object.keys(body as object)).toEqual(['version_id']);
    const current = (await owner().get(asset(made.uid))).body.version_id as string;
    await owner().post(deployment(made.uid)).send({ active: true, version_id: current }).expect(201);
  });

  it('deploys a form with the calculations that KoboToolbox adds', async () => {
    const versions = ['__version__', '_version_', '_version__001'].map((name) => ({
      type: 'calculate',
      name,
      calculation: "'vOfKoboToolbox'",
    }));
    const survey = [{ type: 'text', name: 'a', label: 'A' }, ...versions];
    for (const content of [{ survey }, { survey: survey.toReversed() }]) {
      const { uid } = await makeAsset(app, { content });
      await owner().post(deployment(uid)).send({ active: true }).expect(201);
    }
  });

  it.each(['template', 'block', 'question', 'collection'])('returns 400 for a %s', async (asset_type) => {
    const { uid } = await makeAsset(app, { asset_type });
    const { body } = await owner().post(deployment(uid)).send({ active: true }).expect(400);
    expect(body).toEqual({ detail: 'Only surveys can be deployed. Clone this asset as a survey first.' });
    await owner().get(deployment(uid)).expect(404);
  });

  it.each([
    [
      'an unresolved reference',
      [
        { type: 'integer', name: 'a', label: 'A' },
        { type: 'text', name: 'b', label: 'B', relevant: '${nobody} > 1' },
      ],
      /nobody/,
      3,
    ],
    [
      'two questions with the same name',
      [
        { type: 'text', name: 'a', label: 'A' },
        { type: 'text', name: 'a', label: 'B' },
      ],
      /\ba\b/,
      3,
    ],
    ...['_index', '_status', 'formhub', 'base64EncryptedKey', 'Meta', '__version__', '_version__001'].map(
      (name): [string, object[], RegExp, number] => [
        `a question named ${name}`,
        [
          { type: 'text', name: 'a', label: 'A' },
          { type: 'text', name, label: 'B' },
        ],
        new RegExp(`column name: The name "${name}" is used by the service`),
        3,
      ],
    ),
    [
      'a question named like a column of the rows of repeats',
      [
        { type: 'begin_repeat', name: 'r', label: 'R' },
        { type: 'text', name: '_parent_index', label: 'B' },
        { type: 'end_repeat' },
      ],
      /column name: The name "_parent_index" is used by the service/,
      3,
    ],
    ['no question', [], /no question/, 'survey'],
    ['an unknown question type', [{ type: 'hologram', name: 'a', label: 'A' }], /hologram/, 2],
    [
      'circular calculations',
      [
        { type: 'calculate', name: 'a', calculation: '${b} + 1' },
        { type: 'calculate', name: 'b', calculation: '${a} + 1' },
        { type: 'text', name: 'c', label: 'C' },
      ],
      /needs its own result/,
      2,
    ],
    [
      "an expression that can't be parsed",
      [{ type: 'text', name: 'a', label: 'A', relevant: '(1' }],
      /can't be computed/,
      2,
    ],
    ['a missing list of choices', [{ type: 'select_one gone', name: 'a', label: 'A' }], /gone/, 2],
  ])('returns 400 for a form with %s, naming the row', async (_, survey, what, row) => {
    const { uid } = await makeAsset(app, { content: { survey } });
    const { body } = await owner().post(deployment(uid)).send({ active: true }).expect(400);
    expect(Object.keys(body as object).sort()).toEqual(['detail', 'error']);
    expect(body.error).toMatch(what);
    expect(body.error).toContain(String(row));
    expect(body.detail).toBe(body.error);
    await owner().get(deployment(uid)).expect(404);
    expect((await owner().get(asset(uid))).body.has_deployment).toBe(false);
  });

  it('returns the form’s warnings with each deployment, and only then', async () => {
    const doubtful = [
      { type: 'begin_group', name: 'g' },
      { type: 'text', name: 'a', label: 'A' },
      { type: 'end_group' },
    ];
    const warnings = [expect.stringMatching(/^survey, row 2, column label: .*"g"/)];
    const { uid } = await makeAsset(app, { content: { survey: doubtful } });
    expect((await owner().post(deployment(uid)).expect(201)).body).toMatchObject({ warnings });
    expect((await owner().patch(deployment(uid)).expect(200)).body).toMatchObject({ warnings });
    expect((await owner().put(deployment(uid)).expect(200)).body).toMatchObject({ warnings });
    expect((await owner().get(deployment(uid)).expect(200)).body).not.toHaveProperty('warnings');
    const archived = await owner().patch(deployment(uid)).send({ active: false }).expect(200);
    expect(archived.body).not.toHaveProperty('warnings');
  });

  it('warns of media files that devices would lack', async () => {
    const survey = [
      { type: 'select_one_from_file fruits.csv', name: 'fruit', label: 'Fruit' },
      { type: 'select_one_from_file households.csv', name: 'household', label: 'Household' },
      { type: 'note', name: 'map', label: 'Map', 'media::image': 'Map.PNG' },
    ];
    await makeRegistration(app);
    const { uid } = await makeAsset(app, { content: { survey } });
    await upload(app, uid, PNG, { name: 'map.png' }).expect(201);
    const lacks = 'The form needs media files that it lacks: "fruits.csv".';
    const differs = 'The form needs the file "Map.PNG", and has "map.png": letter case counts.';
    const { body } = await owner().post(deployment(uid)).expect(201);
    expect((body as { warnings: string[] }).warnings).toEqual([
      expect.stringContaining(differs),
      expect.stringContaining(lacks),
    ]);
    await upload(app, uid, Buffer.from('name,label\na,A\n'), { name: 'fruits.csv' }).expect(201);
    await upload(app, uid, PNG, { name: 'Map.PNG' }).expect(201);
    expect((await owner().patch(deployment(uid)).expect(200)).body).not.toHaveProperty('warnings');
  });

  it('warns of a connected project that shares no data any more', async () => {
    const source = await makeDeployedAsset(app);
    const share = (enabled: boolean) =>
      owner().patch(asset(source.uid)).send({ data_sharing: { enabled } }).expect(200);
    await share(true);
    const { uid } = await makeAsset(app, {
      content: {
        survey: [
          { type: 'xml-external', name: 'people' },
          { type: 'text', name: 'a', label: 'A' },
        ],
      },
    });
    const pair = { source: asset(source.uid), filename: 'people.xml', fields: [] };
    await owner()
      .post(`${asset(uid)}paired-data/`)
      .send(pair)
      .expect(201);
    expect((await owner().post(deployment(uid)).expect(201)).body).not.toHaveProperty('warnings');
    await share(false);
    expect((await owner().patch(deployment(uid)).expect(200)).body).toMatchObject({
      warnings: [expect.stringContaining('"people.xml"')],
    });
  });

  it('returns 400 for another backend', async () => {
    const { uid } = await makeAsset(app);
    const { body } = await owner().post(deployment(uid)).send({ backend: 'mock' }).expect(400);
    expect(body).toEqual({ backend: ['"mock" is not a valid choice.'] });
    await owner().get(deployment(uid)).expect(404);
  });

  it.each([{ active: 'maybe' }, { active: null }, { active: 3 }, { version_id: 7 }])(
    'returns 400 for %j',
    async (sent) => {
      const { uid } = await makeAsset(app);
      const { body } = await owner().post(deployment(uid)).send(sent).expect(400);
      expect(body).toEqual({ [Object.keys(sent)[0]!]: [expect.any(String)] });
    },
  );
});

describe('an asset without a deployment', () => {
  it.each(['get', 'patch', 'put'] as const)('returns 404 to %s', async (verb) => {
    const { uid } = await makeAsset(app);
    const { body } = await owner()[verb](deployment(uid)).send({ active: true }).expect(404);
    expect(body).toEqual({ detail: 'Not found.' });
  });
});

it('does not support DELETE (405)', async () => {
  const { uid } = await makeDeployedAsset(app);
  const { headers } = await owner().delete(deployment(uid)).expect(405);
  expect(headers['allow']!.split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);
});
