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

  it('tells of a statement that failed, and none of the answers that it was to store', async () => {
    const { uid } = await makeDeployedAsset(app);
    await app.rows('ALTER TABLE submission ADD CONSTRAINT submission_broken CHECK (false) NOT VALID');
    const answers = '<person><name>Wanjiku of Nyeri</name></person>';
    await submission(app.as('owner'), instanceXml(uid, { answers })).expect(500);
    const log = lines.join('\n');
    expect(log).toContain('submission_broken');
    expect(log).toContain('SELECT store_submission($1');
    expect(log).not.toContain('Wanjiku');
  });

  it('has a line for each request, from debug down', async () => {
    await app.as('owner').get('/me/?unspoken=1').expect(200);
    const line = lines
      .map((each) => JSON.parse(each) as { req?: object })
      .find(({ req }) => req !== undefined);
    expect(lines.join('\n')).toContain('"url":"/me/"');
    expect(line).toMatchObject({ req: { method: expect.any(String) as string } });
  });
});
