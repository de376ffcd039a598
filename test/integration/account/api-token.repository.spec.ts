import { DataSource } from 'typeorm';
import { createDataSource } from '../../../ormconfig';
import { ApiTokenEntity } from '../../../src/database/entities/credential.entity';
import { ApiTokenRepository } from '../../../src/modules/account/credential/api-token.repository';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

describe('ApiTokenRepository.recordUses', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let tokens: ApiTokenRepository;
  let notifications: string[];

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await createDataSource(database.url, { poolSize: 4 }).initialize();
    tokens = new ApiTokenRepository(dataSource.getRepository(ApiTokenEntity), dataSource);
    await dataSource.query(`
      INSERT INTO app_user (username, extra_details_uid) VALUES ('ann', 'u1');
      INSERT INTO api_token (user_id, key_hash, is_default, uid) SELECT id, '\\x01', false, 'tok1' FROM app_user;
      INSERT INTO api_token (user_id, key_hash, is_default, uid) SELECT id, '\\x02', false, 'tok2' FROM app_user;
    `);
    notifications = [];
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const idOf = async (uid: string): Promise<number> => {
    const [row] = await dataSource.query<{ id: number }[]>('SELECT id FROM api_token WHERE uid = $1', [uid]);
    return row!.id;
  };
  const lastUses = async (): Promise<(string | undefined)[]> => {
    const rows = await dataSource.query<{ at: Date | null }[]>(
      'SELECT date_last_used AS at FROM api_token ORDER BY id',
    );
    return rows.map(({ at }) => at?.toISOString());
  };

  it('records one use per minute and token, in batches, without change notifications', async () => {
    const runner = dataSource.createQueryRunner();
    const client = (await runner.connect()) as {
      query(sql: string): Promise<unknown>;
      on(event: 'notification', listener: (message: { payload?: string }) => void): void;
    };
    await client.query('LISTEN fieldhouse_change');
    client.on('notification', ({ payload }) => notifications.push(payload ?? ''));
    const [one, two] = [await idOf('tok1'), await idOf('tok2')];
    const first = new Date('2026-03-01T08:00:00.000Z');
    await tokens.recordUses(
      new Map([
        [one, first],
        [two, first],
        [999, first],
      ]),
    );
    await tokens.recordUses(new Map([[one, new Date('2026-03-01T08:00:59.999Z')]]));
    expect(await lastUses()).toEqual([first.toISOString(), first.toISOString()]);
    await tokens.recordUses(new Map([[one, new Date('2026-03-01T08:01:00.000Z')]]));
    expect(await lastUses()).toEqual(['2026-03-01T08:01:00.000Z', first.toISOString()]);
    // A round trip on the listening connection: earlier notifications have arrived.
    await client.query('SELECT 1');
    expect(notifications).toEqual([]);
    await dataSource.query(`DELETE FROM api_token WHERE uid = 'tok2'`);
    await client.query('SELECT 1');
    expect(notifications).toEqual([expect.stringMatching(/^user:\d+$/)]);
    await runner.release();
  });
});
