import { randomUUID } from 'node:crypto';
import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

const CONTENT = { survey: [{ type: 'text', name: 't1', label: 'Text' }], choices: [], settings: {} };

type Row = Record<string, unknown> & { readonly _id: number };

let app: TestApp;
let survey: AssetJson;
let snapshot: string;

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
  survey = await makeDeployedAsset(app, { content: CONTENT });
  const asset = `/api/v2/assets/${survey.uid}/`;
  const { body } = await app.as('owner').post('/api/v2/asset_snapshots/').send({ asset }).expect(201);
  snapshot = `/api/v2/asset_snapshots/${(body as { uid: string }).uid}/submission`;
});
afterAll(() => app.stop());

const data = (path = ''): string => `/api/v2/assets/${survey.uid}/data/${path}`;
const row = async (uuid: string): Promise<Row> =>
  (
    await app
      .as('owner')
      .get(data(`${uuid}/`))
      .expect(200)
  ).body as Row;
const xmlOf = async (uuid: string): Promise<string> =>
  (
    await app
      .as('owner')
      .get(data(`${(await row(uuid))._id}.xml`))
      .expect(200)
  ).text;

const ORX = 'http://openrosa.org/xforms';

/** An instance whose metadata is written by `meta`. */
const withMeta = (meta: string, { root = '', answers = '<t1>x</t1>' } = {}): string =>
  `<?xml version='1.0' ?><${survey.uid} id="${survey.uid}" version="1" ${root}>${answers}${meta}</${survey.uid}>`;

describe.each<[kind: string, write: (ids: Record<string, string>) => string]>([
  [
    'with a prefix of OpenRosa, declared by the root',
    (ids) =>
      withMeta(
        `<orx:meta>${Object.entries(ids)
          .map(([name, id]) => `<orx:${name}>${id}</orx:${name}>`)
          .join('')}</orx:meta>`,
        { root: `xmlns:orx="${ORX}"` },
      ),
  ],
  [
    'with another prefix, declared by itself',
    (ids) =>
      withMeta(
        `<o:meta xmlns:o="${ORX}">${Object.entries(ids)
          .map(([name, id]) => `<o:${name}>${id}</o:${name}>`)
          .join('')}</o:meta>`,
      ),
  ],
  [
    'in a default namespace',
    (ids) =>
      withMeta(
        `<meta xmlns="${ORX}">${Object.entries(ids)
          .map(([name, id]) => `<${name}>${id}</${name}>`)
          .join('')}</meta>`,
      ),
  ],
])('metadata %s', (_, write) => {
  const added = async (): Promise<string> => {
    const uuid = randomUUID();
    await submission(app.as('owner'), write({ instanceID: `uuid:${uuid}` })).expect(201);
    return uuid;
  };
  const metaKeys = (json: object): string[] => Object.keys(json).filter((key) => key.includes('meta'));
  const metaCount = (xml: string): number => xml.match(/<(\w+:)?meta[ >]/g)!.length;

  it('is read without its prefix', async () => {
    const uuid = await added();
    const json = await row(uuid);
    expect(metaKeys(json)).toEqual(['meta/instanceID', 'meta/rootUuid']);
    expect(json).toMatchObject({ 'meta/instanceID': `uuid:${uuid}`, 'meta/rootUuid': `uuid:${uuid}` });
  });

  it('is edited with and without it, in bulk, and duplicated', async () => {
    const uuid = await added();
    const [second, third] = [randomUUID(), randomUUID()];
    const ids = { instanceID: `uuid:${second}`, deprecatedID: `uuid:${uuid}`, rootUuid: `uuid:${uuid}` };
    await submission(app.as('owner'), write(ids)).expect(201);
    expect(await row(uuid)).toMatchObject({ _uuid: second, 'meta/deprecatedID': `uuid:${uuid}` });
    const plain = instanceXml(survey.uid, { uuid: third, answers: '<t1>y</t1>', deprecates: second });
    await submission(app.as('owner'), plain, [], snapshot).expect(201);
    expect(metaCount(await xmlOf(uuid))).toBe(1);
    const { _id: id } = await row(uuid);
    const payload = { submission_ids: [id], data: { t1: 'bulk' } };
    await app.as('owner').patch(data('bulk/')).send({ payload }).expect(200);
    const edited = await row(uuid);
    expect(edited).toMatchObject({ t1: 'bulk', 'meta/deprecatedID': `uuid:${third}` });
    expect(metaKeys(edited).sort()).toEqual(['meta/deprecatedID', 'meta/instanceID', 'meta/rootUuid']);
    expect(metaCount(await xmlOf(uuid))).toBe(1);
    const { body } = await app
      .as('owner')
      .post(data(`${id}/duplicate/`))
      .expect(201);
    expect(metaKeys(body as object)).toEqual(['meta/instanceID', 'meta/rootUuid']);
    expect((body as Row)['_uuid']).not.toBe(edited['_uuid']);
  });

  it('is duplicated and edited in bulk as it was sent', async () => {
    const uuid = await added();
    const { _id: id } = await row(uuid);
    const { body } = await app
      .as('owner')
      .post(data(`${id}/duplicate/`))
      .expect(201);
    expect(metaCount(await xmlOf((body as Row)['_uuid'] as string))).toBe(1);
    const payload = { submission_ids: [id], data: { t1: 'bulk' } };
    await app.as('owner').patch(data('bulk/')).send({ payload }).expect(200);
    expect(metaCount(await xmlOf(uuid))).toBe(1);
    expect(await row(uuid)).toMatchObject({ 'meta/deprecatedID': `uuid:${uuid}`, t1: 'bulk' });
  });
});
