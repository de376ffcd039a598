import { DataSource } from 'typeorm';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp } from '../../support/app';

const CONNECTIONS = 2;

describe('DATABASE_NAMED_STATEMENTS', () => {
  it.each([
    ['true', ['assets_changed', 'store_submission', 'report_custom']],
    // Unset: an external database gets no named statements.
    ['', []],
  ])('"%s": intake, lists and assets prepare %j by name', async (named, prepared) => {
    const app = await startApp({
      environment: { DATABASE_NAMED_STATEMENTS: named, DATABASE_POOL: String(CONNECTIONS) },
    });
    try {
      await app.addUser('owner');
      const { inProcess } = app;
      const { uid } = await makeDeployedAsset(app);
      for (let time = 0; time < 3; time += 1) {
        await submit(inProcess, uid);
        await inProcess.as('owner').get('/api/v2/assets/').expect(200);
        await inProcess.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
      }
      const requests = Array.from({ length: CONNECTIONS }, () =>
        app.nest
          .get(DataSource)
          .query<{ statement: string }[]>(`SELECT statement FROM pg_prepared_statements WHERE name <> ''`),
      );
      const statements = (await Promise.all(requests)).flat().map(({ statement }) => statement);
      for (const name of prepared) {
        expect(statements).toContainEqual(expect.stringContaining(name));
      }
      expect(statements.length > 0).toBe(prepared.length > 0);
    } finally {
      await app.stop();
    }
  });
});
