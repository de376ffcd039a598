import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobRegistry } from '../../../src/jobs/job-queue.port';
import { startApp, type TestApp } from '../../support/app';

describe('staged files left by a crash', () => {
  let app: TestApp;

  beforeAll(async () => {
    // Runs no jobs: the test runs the scheduled job.
    app = await startApp({ environment: { ROLE: 'api' } });
  });
  afterAll(() => app.stop());

  it('are deleted, and files in progress are not', async () => {
    const staging = join(app.dataDir, 'media', 'drafts');
    await mkdir(staging, { recursive: true });
    for (const name of ['left-by-a-crash', 'being-written']) await writeFile(join(staging, name), 'half');
    await utimes(join(staging, 'left-by-a-crash'), 0, 0);
    const job = app.nest.get(JobRegistry).scheduledJobs.find(({ name }) => name === 'storage.delete-orphans');
    await job!.run();
    expect(await readdir(staging)).toEqual(['being-written']);
  });
});
