import { randomUUID } from 'node:crypto';
import { RouteTable } from '../../../src/authorization/route-table';
import { grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { asset } from './asset-access/asset-path';
import type { RouteRequest } from './asset-access/subject';
import { ASSET_ACCESS } from './asset-access/asset-access';
import { HISTORY_ACCESS } from './asset-access/history-access';
import { SNAPSHOT_ACCESS } from './asset-access/snapshot-access';
import { SHARING_ACCESS } from './asset-access/sharing-access';
import { SUBMISSION_ACCESS } from './asset-access/submission-access';
import { ATTACHMENT_ACCESS } from './asset-access/attachment-access';
import { FILE_ACCESS } from './asset-access/file-access';
import { HOOK_ACCESS } from './asset-access/hook-access';
import { EXPORT_ACCESS } from './asset-access/export-access';
import { SUPPLEMENT_ACCESS } from './asset-access/supplement-access';
import { COLLECTOR_ACCESS } from './asset-access/collector-access';
import { expectRefusal } from './asset-access/refusal';
import { GRANTED, makeTarget, OPENED, type Target } from './asset-access/target';

// Default statuses: contract-assets 0.4 for assets and below, contract-data 4.5 for collectors.
const SUBJECTS = [
  ASSET_ACCESS,
  HISTORY_ACCESS,
  SNAPSHOT_ACCESS,
  SHARING_ACCESS,
  SUBMISSION_ACCESS,
  ATTACHMENT_ACCESS,
  FILE_ACCESS,
  HOOK_ACCESS,
  EXPORT_ACCESS,
  SUPPLEMENT_ACCESS,
  COLLECTOR_ACCESS,
];
const TABLE = SUBJECTS.flatMap(({ table }) => table);
const REQUESTS: Readonly<Record<string, RouteRequest>> = Object.assign(
  {},
  ...SUBJECTS.map(({ requests }) => requests),
);

/** Messages by status; a 405 and a 409 have their own. */
const MESSAGES: Readonly<Record<number, string>> = {
  401: 'Authentication credentials were not provided.',
  403: 'You do not have permission to perform this action.',
  404: 'Not found.',
};

describe('access to an asset and its nested resources', () => {
  let app: TestApp;
  const shared = new Map<string, Target>();

  beforeAll(async () => {
    app = await startApp();
    for (const username of ['owner', ...Object.keys(GRANTED), 'stranger', 'guest', 'newcomer']) {
      await app.addUser(username);
    }
    await app.addUser('superuser', { superuser: true });
    for (const audience of ['', ...Object.keys(OPENED)]) {
      shared.set(audience, await makeTarget(app, audience, Object.keys(GRANTED)));
    }
  });
  afterAll(() => app.stop());

  it.each(TABLE)('returns $status for $route to $caller', async ({ route, caller, status }) => {
    const request = REQUESTS[route]!;
    const [audience, username] = caller.includes('/')
      ? (caller.split('/') as [string, string])
      : (['', caller] as const);
    // Refused requests leave their target unchanged; only successful ones need a target of their own.
    const isDone = status < 300;
    const target =
      request.ownTarget !== undefined && isDone
        ? await makeTarget(app, audience, [username], request.ownTarget)
        : shared.get(audience)!;
    const response = await request.send(app.as(username), target);
    expect({ status: response.status, body: response.text }).toMatchObject({ status });
    const message = MESSAGES[status];
    if (message !== undefined) expectRefusal(response, message);
  });

  it('is tested for every route of the API that names an asset', () => {
    const tested = new Set(Object.values(REQUESTS).map(({ path }) => path));
    const routes = app.nest
      .get(RouteTable)
      .routes()
      .filter(({ policy, isPage }) => !isPage && (policy.kind === 'asset' || policy.kind === 'in-service'))
      .map(({ method, path }) => `${method} ${path}`);
    expect(routes.filter((route) => !tested.has(route))).toEqual([]);
    expect(TABLE.map(({ route }) => route).filter((route) => REQUESTS[route] === undefined)).toEqual([]);
  });

  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['GET', 'deployment/'],
    ['PUT', 'deployment/'],
    ['GET', 'data/'],
    ['GET', 'data/1/'],
    ['GET', 'counts/'],
    ['GET', 'permission-assignments/'],
    ['POST', 'permission-assignments/'],
  ])('does not reveal through %s %s whether a hidden asset exists', async (method, below) => {
    const verb = method.toLowerCase() as 'get' | 'patch' | 'put' | 'post';
    for (const username of ['stranger', ANONYMOUS]) {
      const hidden = await app.as(username)[verb](asset(shared.get('')!.uid, below));
      const unknown = await app.as(username)[verb](asset(`a${'x'.repeat(21)}`, below));
      expect([unknown.status, unknown.text]).toEqual([hidden.status, hidden.text]);
    }
  });

  it('finds a submission and its files below their own asset only (404)', async () => {
    const [mine, other] = [shared.get('')!, shared.get('public')!];
    await app
      .as('owner')
      .get(asset(mine.uid, `data/${other.submissionId}/`))
      .expect(404);
    await app
      .as('owner')
      .get(asset(mine.uid, `data/${other.submissionId}/attachments/${other.attachment}/`))
      .expect(404);
  });

  it.each([
    '/forms/axxx/form.xml',
    '/owner/forms/axxx/form.xml',
    '/xformsManifest/axxx',
    '/owner/xformsManifest/axxx',
  ])('returns 404 for %s, and 401 to an anonymous caller', async (path) => {
    const { text } = await app.as('stranger').get(path).expect(404);
    expect(text).toContain('<message nature="">Not found.</message>');
    await app.as(ANONYMOUS).get(path).expect(401);
  });

  it('ends at once with the permission', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'viewer', ['view_asset']);
    await app.as('viewer').get(asset(uid)).expect(200);
    const { body } = await app.as('viewer').get(asset(uid, 'permission-assignments/')).expect(200);
    const own = (body as { user: string; url: string }[]).find(({ user }) => user.endsWith('/viewer/'))!;
    await app.as('viewer').delete(new URL(own.url).pathname).expect(204);
    await app.as('viewer').get(asset(uid)).expect(404);
  });

  it('leaves no trace of refused writes', async () => {
    const { uid } = await makeDeployedAsset(app);
    const uuid = randomUUID();
    await submission(app.as('stranger'), instanceXml(uid, { uuid })).expect(403);
    await submission(app.as(ANONYMOUS), instanceXml(uid, { uuid })).expect(401);
    await app
      .as('owner')
      .get(asset(uid, `data/${uuid}/`))
      .expect(404);
  });
});
