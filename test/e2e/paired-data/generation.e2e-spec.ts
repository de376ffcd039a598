import { makeDeployedAsset } from '../../factories/asset.factory';
import { agePairedContent, makePairedData, shareData } from '../../factories/paired-data.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';
import { startSecondApp } from '../../support/second-app';
import { withClient } from '../../support/test-database';
import { JobRegistry } from '../../../src/jobs/job-queue.port';

describe('paired data of two processes', () => {
  let one: TestApp;
  let two: TestApp;
  let source: string;
  let path: string;

  beforeAll(async () => {
    one = await startApp({ environment: { ROLE: 'api' } });
    two = await startSecondApp(one);
    await one.addUser('owner');
  });
  afterAll(async () => {
    await two.stop();
    await one.stop();
  });
  beforeEach(async () => {
    ({ uid: source } = await makeDeployedAsset(one, { name: 'Source' }));
    await shareData(one, source);
    const { uid: reading } = await makeDeployedAsset(one, { name: 'Reading' });
    const uid = await makePairedData(one, reading, { source });
    path = `/api/v2/assets/${reading}/paired-data/${uid}/external.xml`;
  });

  const add = (name: string) => submit(one, source, { answers: `<person><name>${name}</name></person>` });
  /** Names in the file as an app serves it. */
  const namesFrom = async (app: TestApp): Promise<string[]> => {
    const token = `Token ${one.tokenOf('owner')}`;
    const { text } = await app.with(token).get(path).expect(200);
    return [...text.matchAll(/<name>(.*?)<\/name>/g)].map(([, name]) => name!);
  };

  it('have the same submissions until they expire', async () => {
    await add('Asha');
    expect(await namesFrom(one)).toEqual(['Asha']);
    await add('Ben');
    expect(await namesFrom(two)).toEqual(['Asha']);
    await agePairedContent(one, '5 minutes');
    expect(await namesFrom(two)).toEqual(['Asha', 'Ben']);
    await add('Chausiku');
    expect(await namesFrom(one)).toEqual(['Asha', 'Ben']);
  });

  it('have the same submissions if both read them at the same time', async () => {
    const waiting = async () =>
      (await one.rows(`SELECT FROM pg_locks WHERE relation = 'paired_content'::regclass AND NOT granted`))
        .length;
    await add('Asha');
    const files = await withClient(one.databaseUrl, async (client) => {
      await client.query('BEGIN; LOCK TABLE paired_content IN EXCLUSIVE MODE');
      const first = namesFrom(one);
      await eventually(waiting, (count) => count === 1);
      await add('Ben');
      const second = namesFrom(two);
      await eventually(waiting, (count) => count === 2);
      await client.query('COMMIT');
      return Promise.all([first, second]);
    });
    // Either may get its lock first.
    expect([['Asha'], ['Asha', 'Ben']]).toContainEqual(files[0]);
    expect(files[1]).toEqual(files[0]);
    expect(await namesFrom(two)).toEqual(files[0]);
  });

  it('are built anew when the source shares other questions', async () => {
    await add('Asha');
    expect(await namesFrom(two)).toEqual(['Asha']);
    await shareData(one, source, { fields: ['consent'] });
    await add('Ben');
    expect(await namesFrom(two)).toEqual([]);
    await shareData(one, source, { fields: ['person/name'] });
    expect(await namesFrom(one)).toEqual(['Asha', 'Ben']);
    await add('Chausiku');
    expect(await namesFrom(two)).toEqual(['Asha', 'Ben']);
  });

  it('are served if they were deleted from the database, and pruned once expired', async () => {
    const count = async () => (await one.rows('SELECT FROM paired_content')).length;
    const jobs = one.nest.get(JobRegistry).scheduledJobs;
    const prune = () => jobs.find(({ name }) => name === 'paired-content.prune')!.run();
    await one.rows('DELETE FROM paired_content');
    await add('Asha');
    expect(await namesFrom(one)).toEqual(['Asha']);
    await prune();
    expect(await count()).toBe(1);
    await agePairedContent(one, '5 minutes');
    await prune();
    expect(await count()).toBe(0);
    expect(await namesFrom(two)).toEqual(['Asha']);
  });
});
