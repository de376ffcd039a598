import { makeAsset } from '../../factories/asset.factory';
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
});
