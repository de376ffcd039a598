import { createDataSource } from '../../../ormconfig';
import { AssetChangeKey1795368000000 } from '../../../src/database/migrations/1795368000000-asset-change-key';
import { makeAsset } from '../../factories/asset.factory';
import { startApp, type TestApp } from '../../support/app';

const BEFORE = `
  DROP TABLE asset_change;
  CREATE TABLE asset_change (
    transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
    asset_id integer,
    user_id integer
  );
  CREATE INDEX asset_change_transaction_idx ON asset_change (transaction_id);`;

const COLUMNS = `
  SELECT attname AS name, atttypid::regtype::text AS type FROM pg_attribute
   WHERE attrelid = 'asset_change'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`;

describe('migration AssetChangeKey', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
  });
  afterAll(() => app.stop());

  async function migrate(): Promise<void> {
    const dataSource = await createDataSource(app.databaseUrl, { poolSize: 1 }).initialize();
    try {
      await new AssetChangeKey1795368000000().up(dataSource.createQueryRunner());
    } finally {
      await dataSource.destroy();
    }
  }

  it('upgrades an older table; asset lists reflect later changes', async () => {
    const shape = await app.rows(COLUMNS);
    const { uid } = await makeAsset(app);
    await app.as('owner').get('/api/v2/assets/').expect(200);
    await app.rows(BEFORE);
    await migrate();
    expect(await app.rows(COLUMNS)).toEqual(shape);
    await app.as('owner').patch(`/api/v2/assets/${uid}/`).send({ name: 'Renamed' }).expect(200);
    const { body } = await app.as('owner').get('/api/v2/assets/').expect(200);
    expect((body as { results: { name: string }[] }).results.map(({ name }) => name)).toEqual(['Renamed']);
  });

  it('does not change a table that is up to date', async () => {
    await app.rows('INSERT INTO asset_change DEFAULT VALUES');
    const rows = await app.rows('SELECT * FROM asset_change ORDER BY id');
    await migrate();
    expect(await app.rows('SELECT * FROM asset_change ORDER BY id')).toEqual(rows);
  });
});
