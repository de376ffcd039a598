import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { startApp, type TestApp } from '../../support/app';

const CLI = resolve(__dirname, '../../../dist/src/cli/main.js');

describe('messages on the command line, beside a running service', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ environment: { SECRET_KEY: 'k'.repeat(64) } });
    await app.addUser('ann');
  });
  afterAll(() => app.stop());

  const run = async (...args: string[]): Promise<string> => {
    const variables = { DATABASE_URL: app.databaseUrl, SECRET_KEY: 'k'.repeat(64), DATA_DIR: app.dataDir };
    const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'message', ...args], {
      env: { ...process.env, ...variables },
    });
    return stdout.trim();
  };
  const titles = async (): Promise<string[]> => {
    const { body } = await app.as('ann').get('/help/in_app_messages/').expect(200);
    return (body.results as { title: string }[]).map(({ title }) => title);
  };

  it('creates, lists and ends a message', async () => {
    const uid = await run('create', '--title', 'Maintenance', '--body', 'Soon.', '--until', '2999-01-01');
    expect(uid).toMatch(/^iam\w{21}$/);
    expect(await titles()).toEqual(['Maintenance']);
    expect(await run('list')).toMatch(new RegExp(`^${uid}  .*Z  2999-01-01T00:00:00.000Z  Maintenance$`));
    expect(await run('end', uid)).toBe(`Ended the message ${uid}.`);
    expect(await titles()).toEqual([]);
    await expect(run('end', uid)).rejects.toMatchObject({ code: 1 });
  });

  it.each([
    [['create', '--title', 'x', '--body', 'y', '--until', 'soon'], 2, '--until must be a date'],
    [['create', '--title', 'x', '--body', 'y', '--until', '2001-01-01'], 1, 'must end after it begins'],
    [['create', '--title', 'x'], 2, 'Specify --title'],
    [['remove'], 2, 'Use `message create`'],
  ])('refuses %j', async (args, code, message) => {
    await expect(run(...args)).rejects.toMatchObject({ code, stderr: expect.stringContaining(message) });
  });
});
