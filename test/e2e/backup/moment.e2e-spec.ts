import { text } from 'node:stream/consumers';
import { DatabaseSnapshot } from '../../../src/backup/database-snapshot';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { withClient } from '../../support/test-database';

const FORMS = 8;
const BACKUPS = 5;

/** Forms are on several nodes where CITUS_URL is set. */
describe('a backup beside transactions that change several forms and settings', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    for (let form = 0; form < FORMS; form += 1) await submit(app, (await makeDeployedAsset(app)).uid);
    await app.rows(`INSERT INTO instance_setting (name, value) VALUES ('round', '0')`);
  });
  afterAll(() => app.stop());

  /** Text of each row of a table, as the snapshot has it. */
  async function rowsOf(snapshot: DatabaseSnapshot, name: string): Promise<string[]> {
    const table = snapshot.tables.find((each) => each.name === name)!;
    return (await text(snapshot.copyTable(table))).trim().split('\n');
  }

  it('has all or nothing of each transaction', async () => {
    let isDone = false;
    const writing = withClient(app.databaseUrl, async (client) => {
      for (let round = 1; !isDone; round += 1) {
        await client.query('BEGIN');
        await client.query(`UPDATE submission SET submitted_by = 'round ' || $1::text`, [round]);
        await client.query(`UPDATE instance_setting SET value = $1 WHERE name = 'round'`, [round]);
        await client.query('COMMIT');
      }
    });
    try {
      for (let backup = 0; backup < BACKUPS; backup += 1) {
        const snapshot = await DatabaseSnapshot.open(app.databaseUrl);
        try {
          const [, round] = /^round\t(\d+)$/m.exec((await rowsOf(snapshot, 'instance_setting')).join('\n'))!;
          const submissions = await rowsOf(snapshot, 'submission');
          expect(submissions).toHaveLength(FORMS);
          const isOfRound = (row: string): boolean =>
            round === '0' ? !row.includes('\tround ') : row.includes(`\tround ${round}\t`);
          expect(submissions.filter((row) => !isOfRound(row))).toEqual([]);
        } finally {
          await snapshot.close();
        }
      }
    } finally {
      isDone = true;
      await writing;
    }
  });
});
