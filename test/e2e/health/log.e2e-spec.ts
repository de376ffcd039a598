import type { ServerResponse } from 'node:http';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

describe('the log', () => {
  const lines: string[] = [];
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({
      environment: { LOG_LEVEL: 'trace' },
      log: { write: (line) => lines.push(line) },
    });
    await app.addUser('owner');
  });
  afterAll(() => app.stop());

  it('has no MaxListenersExceededWarning for many listeners on one response', async () => {
    const { uid } = await makeDeployedAsset(app);
    await submission(app.as('owner'), instanceXml(uid)).expect(201);
    let listening = 0;
    let maxListeners = 0;
    app.nest.getHttpServer().prependOnceListener('request', (_: unknown, response: ServerResponse) => {
      maxListeners = response.getMaxListeners();
      response.on('newListener', (event) => {
        if (event === 'close') listening = Math.max(listening, response.listenerCount(event) + 1);
      });
    });
    await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
    expect(listening).toBeGreaterThan(0);
    expect(listening).toBeLessThanOrEqual(maxListeners);
  });

  it('has a line per request at level debug', async () => {
    await app.as('owner').get('/me/?unspoken=1').expect(200);
    const line = lines
      .map((each) => JSON.parse(each) as { req?: object })
      .find(({ req }) => req !== undefined);
    expect(lines.join('\n')).toContain('"url":"/me/"');
    expect(line).toMatchObject({ req: { method: expect.any(String) as string } });
  });

  it('reports why a response was broken off', async () => {
    await app.addUser('root-user', { superuser: true });
    await makeDeployedAsset(app);
    const view = { name: 'All', countries: ['*'], permissions: ['view_asset'] };
    const { body } = await app.as('root-user').post('/api/v2/project-views/').send(view).expect(201);
    const { pathname } = new URL((body as { url: string }).url);
    // Read with the rows, after the response has begun.
    await app.rows('ALTER TABLE asset RENAME COLUMN summary TO former_summary');
    await expect(app.as('root-user').get(`${pathname}assets/export.csv`)).rejects.toThrow('aborted');
    await app.rows('ALTER TABLE asset RENAME COLUMN former_summary TO summary');
    const log = lines.join('\n');
    expect(log).toContain('Streaming a response failed.');
    expect(log).toContain('column a.summary does not exist');
  });

  it('reports a failed statement without its answers', async () => {
    const { uid } = await makeDeployedAsset(app);
    await app.rows('ALTER TABLE submission ADD CONSTRAINT submission_broken CHECK (false) NOT VALID');
    const answers = '<person><name>Wanjiku of Nyeri</name></person>';
    await submission(app.as('owner'), instanceXml(uid, { answers })).expect(500);
    const log = lines.join('\n');
    expect(log).toContain('submission_broken');
    expect(log).toContain('SELECT store_submission($1');
    expect(log).not.toContain('Wanjiku');
  });
});
