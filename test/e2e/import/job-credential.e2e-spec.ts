import type { UserActor } from '../../../src/domain/account/actor';
import { assertOwnCredential } from '../../../src/domain/account/actor';
import { PermissionService } from '../../../src/modules/permission/permission.service';
import { makeAsset } from '../../factories/asset.factory';
import { importFile, WELLS } from '../../factories/import.factory';
import { startApp, type TestApp } from '../../support/app';

describe('the destination of an import', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
  });
  afterAll(() => app.stop());

  it('is changed with the job’s credential, which is no session and creates no tokens', async () => {
    const { uid } = await makeAsset(app, { name: 'Old' });
    const authorize = jest.spyOn(app.nest.get(PermissionService), 'authorize');
    try {
      await importFile(app, WELLS, { destination: `/api/v2/assets/${uid}/` });
      const [actor] = authorize.mock.calls.find(([, requestedUid]) => requestedUid === uid)! as [
        UserActor,
        ...unknown[],
      ];
      expect(actor).toMatchObject({ kind: 'user', username: 'owner', credential: 'job' });
      expect(() => assertOwnCredential(actor)).toThrow('You do not have permission');
    } finally {
      authorize.mockRestore();
    }
  });
});
