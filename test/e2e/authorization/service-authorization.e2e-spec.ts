import type { Test } from 'supertest';
import { type Route, RouteTable } from '../../../src/authorization/route-table';
import { CredentialService } from '../../../src/modules/account/credential/credential.service';
import { PermissionService } from '../../../src/modules/permission/permission.service';
import { SnapshotService } from '../../../src/modules/web-form/snapshot/snapshot.service';
import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { waitForExport, startExport } from '../../factories/export.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const SNAPSHOTS = '/api/v2/asset_snapshots/';
const SOURCE = { survey: [{ type: 'text', name: 'well', label: 'Which well?' }] };

/** Routes without an asset in their path are authorized by their service instead of a guard. */
describe('a route that is authorized by its service', () => {
  let app: TestApp;
  let uid: string;
  let routes: readonly Route[];
  let exported: string;
  let link: string;
  let media: string;
  let sent: string;
  let edited: string;
  /** Authorizations since the last request, as `codename uid`. */
  let checks: string[] = [];

  beforeAll(async () => {
    app = await startApp({
      environment: { ENKETO_URL: 'https://enketo.example.org', ENKETO_API_KEY: 'key' },
    });
    for (const name of ['owner', 'viewer', 'enumerator', 'maker']) await app.addUser(name);
    uid = (await makeDeployedAsset(app)).uid;
    await grant(app, uid, 'viewer', ['view_asset']);
    await app.addUser('reader');
    await grant(app, uid, 'reader', ['view_submissions']);
    await grant(app, uid, 'maker', ['view_asset']);
    await grant(app, uid, 'enumerator', ['add_submissions']);
    const { url } = await startExport(app, uid);
    exported = new URL((await waitForExport(app, url)).result!).pathname;
    const asset = `/api/v2/assets/${uid}/`;
    const { body: made } = await app.as('owner').post(`${asset}collector-links/`).send({}).expect(201);
    link = new URL((made as { link: string }).link).pathname;
    const { body: file } = await app
      .as('owner')
      .post(`${asset}files/`)
      .send({
        file_type: 'form_media',
        base64Encoded: 'data:image/png;base64,AAAA',
        metadata: { filename: 'crab.png' },
      })
      .expect(201);
    media = (file as { uid: string }).uid;
    [sent, edited] = [await submit(app, uid), await submit(app, uid)];
    routes = app.nest.get(RouteTable).routes();
    const permissions = app.nest.get(PermissionService);
    const authorize = permissions.authorize.bind(permissions);
    jest.spyOn(permissions, 'authorize').mockImplementation(async (actor, assetUid, codename) => {
      const access = await authorize(actor, assetUid, codename);
      if (access !== undefined) checks.push(`${codename} ${access.assetUid}`);
      return access;
    });
    const authorizeAll = permissions.authorizeAll.bind(permissions);
    jest.spyOn(permissions, 'authorizeAll').mockImplementation(async (actor, assetUids, codename) => {
      const accesses = await authorizeAll(actor, assetUids, codename);
      for (const { assetUid } of accesses ?? []) checks.push(`${codename} ${assetUid}`);
      return accesses;
    });
  });
  afterAll(() => app.stop());

  const snapshot = async (): Promise<string> => {
    const body = { asset: `/api/v2/assets/${uid}/`, source: SOURCE };
    const { body: made } = await app.as('maker').post(SNAPSHOTS).send(body).expect(201);
    return (made as { uid: string }).uid;
  };

  /** A successful request for each such route; a new route needs one here. */
  const REQUESTS: Readonly<Record<string, (snapshot: string) => Test>> = {
    'GET /view/submissionList': () => app.as('reader').get(`/view/submissionList?formId=${uid}`),
    'GET /view/downloadSubmission': () =>
      app
        .as('reader')
        .get('/view/downloadSubmission')
        .query({ formId: `${uid}/${uid}[@key=uuid:${sent}]` }),
    'GET /api/v2/asset_snapshots/:snapshot/manifest': (made) =>
      app.as('enumerator').get(`${SNAPSHOTS}${made}/manifest`),
    'POST /api/v2/asset_snapshots/:snapshot/submission': (made) =>
      submission(
        app.as('owner'),
        instanceXml(uid, { deprecates: edited }),
        [],
        `${SNAPSHOTS}${made}/submission`,
      ),
    'POST /collector/:link/submission': () =>
      submission(app.as(ANONYMOUS), instanceXml(uid), [], `${link}/submission`),
    'GET /collector/:link/forms/:form/form.xml': () => app.as(ANONYMOUS).get(`${link}/forms/${uid}/form.xml`),
    'GET /collector/:link/xformsManifest/:form': () => app.as(ANONYMOUS).get(`${link}/xformsManifest/${uid}`),
    'GET /collector/:link/xformsMedia/:form/:file': () =>
      app.as(ANONYMOUS).get(`${link}/xformsMedia/${uid}/${media}.png`),
    'POST /submission': () => submission(app.as('enumerator'), instanceXml(uid)),
    'POST /:username/submission': () =>
      submission(app.as('enumerator'), instanceXml(uid), [], '/owner/submission'),
    'POST /api/v2/assets/bulk': () =>
      app
        .as('owner')
        .post('/api/v2/assets/bulk/')
        .send({ payload: { asset_uids: [uid], action: 'unarchive' } }),
    'POST /api/v2/asset_snapshots': () =>
      app
        .as('viewer')
        .post(SNAPSHOTS)
        .send({ asset: `/api/v2/assets/${uid}/` }),
    'GET /api/v2/asset_snapshots/:snapshot': (made) => app.as('viewer').get(`${SNAPSHOTS}${made}/`),
    'GET /api/v2/asset_snapshots/:snapshot/xform': (made) =>
      app.as('viewer').get(`${SNAPSHOTS}${made}/xform/`),
    'GET /api/v2/asset_snapshots/:snapshot/preview': (made) =>
      app.as('viewer').get(`${SNAPSHOTS}${made}/preview/`),
    'GET /web-forms/snapshots/:snapshot': (made) => app.as('viewer').get(`/web-forms/snapshots/${made}`),
    'GET /private-media/:username/exports/:uid/:file': () => app.as('owner').get(exported),
    'DELETE /api/v2/asset_snapshots/:snapshot': (made) => app.as('owner').delete(`${SNAPSHOTS}${made}/`),
  };

  /** Returns the response and the permissions checked for it. */
  const send = async (request: (snapshot: string) => Test) => {
    const made = await snapshot();
    checks = [];
    const { status } = await request(made);
    return { succeeded: status >= 200 && status < 400, proofs: checks };
  };

  const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
  const inService = (): Route[] => routes.filter(({ policy }) => policy.kind === 'in-service');

  it('is covered by a request in this spec', () => {
    expect(Object.keys(REQUESTS).sort()).toEqual(inService().map(nameOf).sort());
  });

  it.each(Object.keys(REQUESTS))('succeeds with the permission of its policy checked: %s', async (name) => {
    const route = inService().find((each) => nameOf(each) === name);
    const codename = route?.policy.kind === 'in-service' ? route.policy.codename : '';
    expect(await send(REQUESTS[name]!)).toEqual({
      succeeded: true,
      proofs: expect.arrayContaining([`${codename} ${uid}`]) as string[],
    });
  });

  it('fails this spec when it succeeds without a check', async () => {
    const created = await snapshot();
    const maker = await app.nest.get(CredentialService).actorOfToken(app.tokenOf('maker'));
    const view = await app.nest.get(SnapshotService).show(maker!, created);
    const careless = jest.spyOn(app.nest.get(SnapshotService), 'show').mockResolvedValue(view);
    expect(await send(() => app.as('viewer').get(`${SNAPSHOTS}${created}/`))).toEqual({
      succeeded: true,
      proofs: [],
    });
    careless.mockRestore();
  });

  it('returns 401 to an anonymous caller, where it reads something first', async () => {
    const pages = routes.filter(({ policy }) => policy.kind === 'own-credentials' && policy.inService);
    expect(pages.length).toBeGreaterThan(0);
    for (const { method, path } of pages) {
      const verb = method.toLowerCase() as 'get' | 'post';
      const { status } = await app.as(ANONYMOUS)[verb](path);
      expect({ method, path, served: status < 300 }).toEqual({ method, path, served: false });
    }
  });
});
