import { Environment } from '../../../src/config/environment';
import { answersOf, makeForm } from '../../factories/migration.factory';
import { submit } from '../../factories/submission.factory';
import { Random, testSeed } from '../../fixtures/random';
import { startApp, type TestApp } from '../../support/app';
import { runCli } from '../../support/command-line';
import { FaultyProxy } from '../../support/faulty-proxy';

const LONG = process.env['TEST_PROFILE'] === 'long';
const random = new Random(testSeed());
/**
 * Requests after which the command is killed, each time it runs. A run that finds all in its place sends more than 30 for
 * the submissions of the long profile.
 */
const KILLS = LONG ? Array.from({ length: 10 }, () => random.between(3, 30)) : [7, 16, 23];
const [SUBMISSIONS, WITH_PHOTO] = LONG ? [1000, 50] : [12, 12];
if (LONG) jest.setTimeout(20 * 60_000);

describe('migrate-from, killed', () => {
  let source: TestApp;
  let target: TestApp;
  let proxy: FaultyProxy;

  beforeAll(async () => {
    [source, target] = [await startApp({ hasOneProcess: true }), await startApp()];
    for (const app of [source, target]) await app.addUser('owner');
    proxy = await FaultyProxy.start(source.origin);
  });
  afterAll(async () => {
    await proxy.stop();
    await target.stop();
    await source.stop();
  });

  const run = (...args: string[]) => {
    const { SECRET_KEY } = target.nest.get(Environment);
    const variables = {
      DATABASE_URL: target.databaseUrl,
      DATA_DIR: target.dataDir,
      SECRET_KEY: SECRET_KEY!,
      SOURCE_TOKEN: source.tokenOf('owner'),
    };
    return runCli(variables, 'migrate-from', proxy.origin, '--allow-private', '--rate', '1000', ...args);
  };

  it('continues each time, and ends equal', async () => {
    const { uid } = await makeForm(source);
    for (let index = 0; index < SUBMISSIONS; index += 1) {
      const name = `${index}.jpg`;
      const hasPhoto = index % (SUBMISSIONS / WITH_PHOTO) === 0;
      const files = hasPhoto ? [{ name, content: Buffer.from(`photo ${index}`), type: 'image/jpeg' }] : [];
      const answers = answersOf('Dan', hasPhoto ? `<photo>${name}</photo>` : '');
      await submit(source, uid, { answers, files });
    }
    for (const requests of KILLS) {
      const victim = run();
      const before = proxy.paths.length;
      proxy.faultOf = () => {
        if (proxy.paths.length - before >= requests) victim.child.kill('SIGKILL');
        return undefined;
      };
      const { code, error } = await victim.result;
      expect({ code, error }).toMatchObject({ code: null });
    }
    proxy.faultOf = () => undefined;
    const { code, out, error } = await run('--verify-files').result;
    expect({ code, out, error }).toMatchObject({
      code: 0,
      out: expect.stringContaining('Complete assets: 1 of 1.\nAll that was compared is equal to the source:'),
    });
    const { body } = await target.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
    expect(body.count).toBe(3 + SUBMISSIONS);
  });

  it('exits with 1 for differences, and prints them', async () => {
    proxy.faultOf = (path) => (path.includes('/hooks/') ? { status: 403 } : undefined);
    const { code, out } = await run().result;
    expect(code).toBe(1);
    expect(out).toContain('PROBLEM: hooks:');
  });

  it('takes no token as an argument, and asks for one', async () => {
    const { code, error } = await runCli({}, 'migrate-from', 'https://kf.example.org').result;
    expect(code).toBe(2);
    expect(error).toContain('Put the API token into the variable SOURCE_TOKEN');
  });
});
