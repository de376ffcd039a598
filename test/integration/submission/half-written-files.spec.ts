import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobRegistry } from '../../../src/jobs/job-queue.port';
import { startApp, type TestApp } from '../../support/app';

describe('files that a crash left half written', () => {
  let app: TestApp;

  beforeAll(async () => {
    // No jobs by themselves: the test says when the chore runs.
    app = await startApp({ environment: { ROLE: 'api' } });
  });
  afterAll(() => app.stop());

  it('are swept, and those being written are not', async () => {
    const drafts = join(app.dataDir, 'media', 'drafts');
    await mkdir(drafts, { recursive: true });
    for (const name of ['left-by-a-crash', 'being-written']) await writeFile(join(drafts, name), 'half');
    await utimes(join(drafts, 'left-by-a-crash'), 0, 0);
    const chore = app.nest.get(JobRegistry).chores.find(({ name }) => name === 'sweep files without a row');
    await chore!.run();
    expect(await readdir(drafts)).toEqual(['being-written']);
  });
});
