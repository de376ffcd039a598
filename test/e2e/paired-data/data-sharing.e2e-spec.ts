import { makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { Browser } from '../../support/browser';
import { startApp, type TestApp } from '../../support/app';

describe('data_sharing of an asset', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    ({ uid } = await makeAsset(app));
  });
  afterAll(() => app.stop());

  const patch = (data_sharing: unknown) =>
    app.as('owner').patch(`/api/v2/assets/${uid}/`).send({ data_sharing });
  const ALL = [
    'person/name',
    'person/age',
    'consent',
    'place',
    'photo',
    'child/first_name',
    'child/portrait',
  ];

  it.each<[unknown, object]>([
    [{ enabled: true }, { enabled: true, fields: [] }],
    [
      { enabled: true, fields: ['child/first_name'] },
      { enabled: true, fields: ['child/first_name'] },
    ],
    [
      { enabled: true, fields: ALL },
      { enabled: true, fields: [] },
    ],
    [
      { enabled: 'yes', fields: [] },
      { enabled: true, fields: [] },
    ],
    [{ enabled: null }, { enabled: false, fields: [] }],
    ['{"enabled":false,"fields":["consent"]}', { enabled: false, fields: ['consent'] }],
    [{}, {}],
  ])('stores %j', async (sent, stored) => {
    expect((await patch(sent).expect(200)).body.data_sharing).toEqual(stored);
    expect((await app.as('owner').get(`/api/v2/assets/${uid}/`)).body.data_sharing).toEqual(stored);
  });

  it.each<[unknown, unknown]>([
    [{ fields: ['consent'] }, { enabled: ['The property is required'] }],
    [{ enabled: 'perhaps' }, { enabled: ['Must be a valid boolean.'] }],
    [
      { fields: 'consent' },
      { enabled: ['The property is required'], fields: ['The property must be an array'] },
    ],
    [{ enabled: true, fields: 'consent' }, { fields: ['The property must be an array'] }],
    [
      { enabled: true, fields: ['name'] },
      { fields: [`Some fields are invalid, choices are: ${ALL.map((path) => `\`${path}\``).join(',')}`] },
    ],
    [['x'], ['Unable to parse JSON']],
    [null, ['This field may not be null.']],
  ])('returns 400 for %j', async (sent, refusal) => {
    expect((await patch(sent).expect(400)).body).toEqual({ data_sharing: refusal });
  });

  it('is stored as sent for a new asset: its fields are not validated yet', async () => {
    const sent = { enabled: false, fields: ['later'], more: 1 };
    const assets = app.as('owner').post('/api/v2/assets/');
    const { body } = await assets.send({ asset_type: 'survey', data_sharing: sent }).expect(201);
    expect(body.data_sharing).toEqual(sent);
  });

  it('names shared questions that a deployment moves away, in its warnings and on the page of the form', async () => {
    const { uid: source } = await makeDeployedAsset(app);
    await app
      .as('owner')
      .patch(`/api/v2/assets/${source}/`)
      .send({ data_sharing: { enabled: true, fields: ['person/name', 'consent'] } })
      .expect(200);
    const deploy = async (content: object): Promise<unknown> => {
      const { body } = await app.as('owner').patch(`/api/v2/assets/${source}/`).send({ content }).expect(200);
      const version_id = (body as { version_id: string }).version_id;
      const deployed = await app
        .as('owner')
        .patch(`/api/v2/assets/${source}/deployment/`)
        .send({ active: true, version_id })
        .expect(200);
      return (deployed.body as { warnings?: unknown }).warnings ?? [];
    };
    const name = { type: 'text', name: 'name', label: 'Name' };
    const consent = { type: 'text', name: 'consent', label: 'Consent' };
    const person = [{ type: 'begin_group', name: 'person', label: 'P' }, name, { type: 'end_group' }];
    expect(await deploy({ survey: [...person, consent] })).toEqual([]);
    expect(await deploy({ survey: [name, consent] })).toEqual([
      'Other projects get no more answers to "person/name", which the form has no longer there. Select the questions to share anew.',
    ]);
    const browser = await Browser.signedIn(app, 'owner');
    const { text } = await browser.get(`/projects/${source}/form/`).expect(200);
    expect(text).toContain('Other projects get no more answers to');
  });
});
