import { type Route, RouteTable } from '../../../src/authorization/route-table';
import { PermissionQuery } from '../../../src/modules/permission/permission.query';
import { describeApi } from '../../../src/web/api-docs/api-docs';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp, type Verb } from '../../support/app';
import { ExampleBodies } from '../credential/example-body';

/** A proof says what held a moment ago: since then somebody may have deleted the asset. */
describe('an asset that is deleted between the proof and what is done with it', () => {
  let app: TestApp;
  let routes: Route[];
  let bodies: ExampleBodies;
  let parameters: Readonly<Record<string, string>>;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    const { uid } = await makeDeployedAsset(app);
    await submit(app, uid);
    const [{ id }] = (await app.rows<{ id: number }>('SELECT id FROM submission')) as [{ id: number }];
    parameters = { uid, id: String(id), username: 'owner' };
    const permissions = app.nest.get(PermissionQuery);
    const findRights = permissions.findRights.bind(permissions);
    const [owner] = await app.rows<{ id: number }>(`SELECT id FROM app_user WHERE username = 'owner'`);
    const rights = await findRights(uid, owner!.id, -1);
    jest
      .spyOn(permissions, 'findRights')
      .mockImplementation(async (asked, ...by) => (asked === uid ? rights : findRights(asked, ...by)));
    await app.as('owner').delete(`/api/v2/assets/${uid}/`).expect(204);
    routes = app.nest
      .get(RouteTable)
      .routes()
      .filter(({ policy }) => policy.kind === 'asset');
    bodies = new ExampleBodies(describeApi(app.nest));
  });
  afterAll(() => app.stop());

  it('is no failure of the service, whatever was to be done with it', async () => {
    const failed: string[] = [];
    let denied = 0;
    for (const route of routes) {
      const path = route.path.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? 'unknown');
      const asked = app.as('owner')[route.method.toLowerCase() as Verb](path).redirects(0);
      const body = bodies.of(route);
      const { status, text } = await (body === undefined ? asked : asked.type(body.type).send(body.fields));
      if (status >= 500) failed.push(`${route.method} ${path}: ${status} ${text}`);
      if (status === 403) denied += 1;
    }
    expect(failed).toEqual([]);
    // The proof was believed: nobody was turned away for want of one.
    expect(denied).toBe(0);
  });
});
