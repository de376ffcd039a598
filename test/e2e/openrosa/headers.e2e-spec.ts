import { randomUUID } from 'node:crypto';
import type { Response, Test } from 'supertest';
import { RouteTable } from '../../../src/authorization/route-table';
import { DeployedFormService } from '../../../src/modules/deployment/deployed-form.service';
import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp, type Verb } from '../../support/app';
import { upload } from '../media/asset-files';

const MAX_XML_BYTES = 20_000;
const UNKNOWN_FORM = 'aNothingNothingNothing';

/** Routes of collectors, and of web forms that use the same protocol. */
const ROUTE =
  /formList|xformsManifest|xformsMedia|form\.xml|submission$|\/view\/|asset_snapshots\/:snapshot\/manifest/;

let app: TestApp;
let uid: string;
let archived: string;
let file: string;
let link: string;
let snapshot: string;

beforeAll(async () => {
  app = await startApp({ environment: { MAX_BODY_BYTES: String(MAX_XML_BYTES) } });
  for (const username of ['owner', 'stranger']) await app.addUser(username);
  ({ uid } = await makeDeployedAsset(app));
  archived = (await makeDeployedAsset(app, { active: false })).uid;
  await grant(app, uid, ANONYMOUS, ['add_submissions']);
  const { body: made } = await upload(app, uid, Buffer.from('x'), { name: 'a.png' }).expect(201);
  file = `${(made as { uid: string }).uid}.png`;
  const { body: collector } = await app.as('owner').post(`/api/v2/assets/${uid}/collector-links/`).send({});
  link = new URL((collector as { link: string }).link).pathname;
  const { body } = await app
    .as('owner')
    .post('/api/v2/asset_snapshots/')
    .send({ asset: `/api/v2/assets/${uid}/` })
    .expect(201);
  snapshot = `/api/v2/asset_snapshots/${(body as { uid: string }).uid}`;
});
afterAll(() => app.stop());
afterEach(() => jest.restoreAllMocks());

/** Headers required on every response, whatever its status and language. */
function expectHeaders(what: string, { headers, status }: Response): void {
  expect({
    what,
    status,
    version: headers['x-openrosa-version'],
    length: headers['x-openrosa-accept-content-length'],
    isDated: /GMT$/.test(headers['date'] ?? ''),
  }).toEqual({ what, status, version: '1.0', length: '10000000', isDated: true });
}

/** The path of a route; the form and the file may be unknown. */
const pathOf = (route: string, form: string, medium: string): string =>
  route
    .replace('/:username/', '/owner/')
    .replace('/collector/:link', link)
    .replace('/api/v2/asset_snapshots/:snapshot', snapshot)
    .replace(/:(?:uid|form)\b/, form)
    .replace(':file', medium);

const send = (route: string, xml: string, by: string): Test =>
  submission(app.as(by), xml, [], pathOf(route, uid, file));

const collectorRoutes = (method: string): string[] =>
  app.nest
    .get(RouteTable)
    .routes()
    .filter((route) => route.method === method && ROUTE.test(route.path) && !route.isPage)
    .map(({ path }) => path);

describe('the headers of OpenRosa', () => {
  it('are on every read, for every caller and for absent resources', async () => {
    const routes = collectorRoutes('GET');
    expect(routes).toHaveLength(18);
    const seenStatuses = new Set<number>();
    for (const route of routes) {
      for (const [form, medium] of [
        [uid, file],
        [UNKNOWN_FORM, file],
        [archived, 'afNothing.png'],
      ] as const) {
        for (const by of ['owner', 'stranger', ANONYMOUS]) {
          const path = `${pathOf(route, form, medium)}${route.startsWith('/view/') ? `?formId=${form}` : ''}`;
          const response = await app.as(by).get(path);
          seenStatuses.add(response.status);
          expectHeaders(`${by} ${path}`, response);
        }
        expectHeaders(route, await app.with('Token none').get(pathOf(route, form, medium)));
      }
      expectHeaders(
        `PUT ${route}`,
        await app
          .as('owner')
          .put(pathOf(route, uid, file))
          .send({}),
      );
    }
    expect([...seenStatuses].sort()).toEqual(expect.arrayContaining([200, 400, 401, 404]));
  });

  it('are on responses to HEAD and on 304', async () => {
    const routes = collectorRoutes('HEAD');
    expect(routes).toHaveLength(8);
    for (const route of routes) {
      for (const by of ['owner', ANONYMOUS]) {
        expectHeaders(`${by} ${route}`, await app.as(by).head(pathOf(route, uid, file)));
      }
    }
    const { headers } = await app.as('owner').get('/formList').expect(200);
    const again = app.as('owner').get('/formList').set('If-None-Match', headers['etag']!);
    expectHeaders('304', await again.expect(304));
  });

  it.each(['/submission', '/:username/submission', '/collector/:link/submission'])(
    'are on every response to a submission at %s',
    async (route) => {
      const by = route.startsWith('/collector') ? ANONYMOUS : 'owner';
      const uuid = randomUUID();
      const xml = instanceXml(uid, { uuid });
      const edit = instanceXml(uid, { deprecates: randomUUID() });
      const foreign = by === ANONYMOUS ? 401 : 404;
      for (const [status, sent] of [
        [201, xml],
        [202, xml],
        [400, '<a'],
        [400, `<data id="${uid}"/>`],
        [409, instanceXml(uid, { uuid, answers: '<consent>no</consent>' })],
        [413, instanceXml(uid, { answers: `<note>${'x'.repeat(MAX_XML_BYTES)}</note>` })],
        [foreign, instanceXml(UNKNOWN_FORM)],
        [foreign, edit],
        [by === ANONYMOUS ? 401 : 405, instanceXml(archived)],
      ] as const) {
        expectHeaders(`${status} ${route}`, await send(route, sent, by).expect(status));
      }
      const path = pathOf(route, uid, file);
      const none = await app.as(by).post(path).type('json').send('{"id":1}').expect(400);
      expectHeaders('JSON', none);
      expectHeaders('no body', await app.as(by).post(path).expect(400));
      expectHeaders('wrong token', await app.with('Token none').post(path).set('Connection', 'close'));
      for (const verb of ['put', 'delete', 'patch'] satisfies Verb[]) {
        expectHeaders(verb, await app.as(by)[verb](path).expect(405));
      }
    },
  );

  it('are on 403, and on 410 for a concurrent edit', async () => {
    const { uid: closed } = await makeDeployedAsset(app);
    expectHeaders('403', await submission(app.as('stranger'), instanceXml(closed)).expect(403));
    const [first, second] = [randomUUID(), randomUUID()];
    await submission(app.as('owner'), instanceXml(closed, { uuid: first })).expect(201);
    await submission(app.as('owner'), instanceXml(closed, { uuid: second, deprecates: first })).expect(201);
    expectHeaders(
      '410',
      await submission(app.as('owner'), instanceXml(closed, { deprecates: first })).expect(410),
    );
  });

  it('are on every response to an edit by a web form', async () => {
    const uuid = randomUUID();
    await submission(app.as('owner'), instanceXml(uid, { uuid })).expect(201);
    const route = '/api/v2/asset_snapshots/:snapshot/submission';
    const edit = instanceXml(uid, { uuid: randomUUID(), deprecates: uuid });
    for (const [status, sent, by] of [
      [201, edit, 'owner'],
      [202, edit, 'owner'],
      [400, '<a', 'owner'],
      [400, instanceXml(uid), 'owner'],
      [400, instanceXml(uid, { deprecates: randomUUID() }), 'owner'],
      [401, edit, ANONYMOUS],
      [401, edit, 'stranger'],
    ] as const) {
      expectHeaders(`${status} ${by}`, await send(route, sent, by).expect(status));
    }
    expectHeaders('405', await app.as('owner').put(`${snapshot}/submission`).expect(405));
    const absent = '/api/v2/asset_snapshots/saaaaaaaaaaaaaaaaaaaaa/submission';
    expectHeaders('404', await submission(app.as('owner'), edit, [], absent).expect(404));
  });

  it('are on 5xx', async () => {
    jest.spyOn(app.nest.get(DeployedFormService), 'find').mockRejectedValue(new Error('out of order'));
    expectHeaders('500', await submission(app.inProcess.as('owner'), instanceXml(uid)).expect(500));
  });
});
