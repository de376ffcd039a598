import { type Route, RouteTable } from '../../../src/authorization/route-table';
import { PermissionRepository } from '../../../src/modules/permission/permission.repository';
import { describeApi } from '../../../src/web/api-docs/api-docs';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp, type Verb } from '../../support/app';
import { ExampleBodies } from '../credential/example-body';

/** Access was granted, and the asset is deleted before the service uses it. */
describe('an asset that is deleted after authorization', () => {
  let app: TestApp;
  let inProcess: TestApp;
  let routes: readonly Route[];
  let bodies: ExampleBodies;
  let parameters: Readonly<Record<string, string>>;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    const { uid } = await makeDeployedAsset(app);
    await submit(app, uid);
    const [{ id }] = (await app.rows<{ id: number }>('SELECT id FROM submission')) as [{ id: number }];
    parameters = { uid, id: String(id), username: 'owner' };
    const permissions = app.nest.get(PermissionRepository);
    const find = permissions.find.bind(permissions);
    const [owner] = await app.rows<{ id: number }>(`SELECT id FROM app_user WHERE username = 'owner'`);
    const permissionSet = await find(uid, owner!.id, -1);
    jest
      .spyOn(permissions, 'find')
      .mockImplementation(async (requestedUid, ...by) =>
        requestedUid === uid ? permissionSet : find(requestedUid, ...by),
      );
    inProcess = app.inProcess;
    await inProcess.as('owner').delete(`/api/v2/assets/${uid}/`).expect(204);
    routes = app.nest
      .get(RouteTable)
      .routes()
      .filter(({ policy }) => policy.kind === 'asset');
    bodies = new ExampleBodies(describeApi(app.nest));
  });
  afterAll(() => app.stop());

  it('causes no 5xx on any route', async () => {
    const failed: string[] = [];
    let denied = 0;
    for (const route of routes) {
      const path = route.path.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? 'unknown');
      const request = inProcess.as('owner')[route.method.toLowerCase() as Verb](path).redirects(0);
      const body = bodies.of(route);
      const { status, text } = await (body === undefined
        ? request
        : request.type(body.type).send(body.fields));
      if (status >= 500) failed.push(`${route.method} ${path}: ${status} ${text}`);
      // Pages refuse writes without a CSRF token first.
      if (status === 403 && !route.isPage) denied += 1;
    }
    expect(failed).toEqual([]);
    // The authorization was accepted: no request failed for lack of one.
    expect(denied).toBe(0);
  });
});
