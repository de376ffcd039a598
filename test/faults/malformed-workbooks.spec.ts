import { waitForImport, WELLS } from '../factories/import.factory';
import { startApp, type TestApp } from '../support/app';
import { mutated } from '../support/malformed';
import { Random, testSeed } from '../fixtures/random';

const LONG = process.env['TEST_PROFILE'] === 'long';
const FILES = LONG ? 5_000 : 150;
const CONCURRENT = 10;

const SEED = testSeed();

if (LONG) jest.setTimeout(3_600_000);

describe(`${FILES} malformed workbooks`, () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
  });
  afterAll(() => app.stop());

  it('become an asset or are rejected with a message, and do not break the service', async () => {
    const random = new Random(SEED);
    const csv = Buffer.from('survey,type,name,label\n,text,well,Which well?\n');
    const problems: unknown[] = [];
    for (let sent = 0; sent < FILES; sent += CONCURRENT) {
      const files = Array.from({ length: CONCURRENT }, () =>
        mutated(random, random.pick([WELLS, WELLS, csv])),
      );
      const ends = files.map(async (file, index) => {
        const name = random.pick(['form.xlsx', 'form.xls', 'form.csv', 'form.ods', 'form']);
        const { status, body } = await app
          .as('owner')
          .post('/api/v2/imports/')
          .field('library', 'false')
          .attach('file', file, name);
        if (status === 400) return;
        if (status !== 201) {
          problems.push([sent + index, status, body]);
          return;
        }
        const { messages } = await waitForImport(app, body.uid as string);
        if (messages.error_type === 'InternalError') problems.push([sent + index, messages]);
      });
      await Promise.all(ends);
    }
    expect(problems).toEqual([]);
    expect((await app.as('owner').get('/me/')).status).toBe(200);
  });
});
