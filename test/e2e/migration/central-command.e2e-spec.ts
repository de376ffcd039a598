import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Environment } from '../../../src/config/environment';
import { versionOf } from '../../factories/central.factory';
import { startApp, type TestApp } from '../../support/app';
import { CentralServer } from '../../support/central-server';
import { runCli } from '../../support/command-line';
import { FaultyProxy } from '../../support/faulty-proxy';

describe('migrate-from --from central', () => {
  let central: CentralServer;
  let target: TestApp;
  let proxy: FaultyProxy;

  beforeAll(async () => {
    [central, target] = [await CentralServer.start(), await startApp()];
    await target.addUser('owner');
    proxy = await FaultyProxy.start(central.origin);
  });
  afterAll(async () => {
    await proxy.stop();
    await target.stop();
    await central.stop();
  });

  const run = (...given: (string | Record<string, string>)[]) => {
    const args = given.filter((each) => typeof each === 'string');
    const added = given.filter((each) => typeof each !== 'string');
    const { SECRET_KEY } = target.nest.get(Environment);
    const variables = {
      DATABASE_URL: target.databaseUrl,
      DATA_DIR: target.dataDir,
      SECRET_KEY: SECRET_KEY!,
      SOURCE_PASSWORD: central.password,
      ...Object.assign({}, ...added),
    };
    const server = ['--from', 'central', '--allow-private', '--rate', '1000', '--email', central.email];
    return runCli(variables, 'migrate-from', proxy.origin, ...server, ...args);
  };

  it('continues after it was killed in the middle, and ends equal', async () => {
    const form = central.addForm(
      central.addProject('Water'),
      'wells',
      versionOf('wells', '1', { name: 'text' }),
    );
    for (let index = 0; index < 450; index += 1) {
      const photo = { [`${index}.jpg`]: Buffer.from(`photo ${index}`) };
      central.submit(form, `<name>Name ${index}</name>`, index % 50 === 0 ? { files: photo } : {});
    }
    const victim = run('--owner', 'owner');
    proxy.faultOf = (path) => {
      if (path.endsWith('250.jpg')) victim.child.kill('SIGKILL');
      return undefined;
    };
    expect(await victim.result).toMatchObject({ code: null });
    expect(await target.rows('SELECT count(*)::int AS count FROM submission')).toEqual([{ count: 200 }]);
    proxy.faultOf = () => undefined;
    const { code, out, error } = await run('--owner', 'owner', '--verify-files').result;
    expect({ code, out, error }).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        'submissions: 250 new, 0 changed, 0 deleted, 200 unchanged; 5 attachments',
      ),
    });
  });

  it.each([
    [[], 'name a user here with --owner'],
    [['--owner', 'owner', '--user', 'other'], 'without --user'],
    [['--owner', 'owner', '--links', 'links.csv'], '--links needs PUBLIC_URL, the address of this service'],
    [['--from', 'ona'], '--from must be kobo or central'],
    [['--from', 'kobo', '--owner', 'owner'], 'need --from central'],
  ])('explains missing and foreign options %j', async (args, message) => {
    const { code, error } = await run(...args).result;
    expect({ code, error }).toMatchObject({ code: 2, error: expect.stringContaining(message) });
    // Not hidden by the whole usage.
    expect(error.trim().split('\n').slice(-2)).toEqual([
      expect.stringContaining(message),
      expect.stringMatching(/^Usage: .* migrate-from --help$/),
    ]);
  });

  it('writes links with the form id, as several forms may have one title', async () => {
    const project = central.addProject('Twins');
    const forms = ['north', 'south'].map((id) =>
      central.addForm(project, id, versionOf(id, '1', { name: 'text' })),
    );
    for (const form of forms) form.name = 'Wells, both';
    central.addAppUser(project, 'Team', forms);
    const file = join(target.dataDir, 'links.csv');
    const args = ['--owner', 'owner', '--project', 'Twins', '--links', file];
    const { code } = await run({ PUBLIC_URL: 'https://here.example.org' }, ...args).result;
    expect(code).toBe(0);
    const lines = readFileSync(file, 'utf8').trim().split(/\r?\n/);
    const link = 'https://here\\.example\\.org/collector/[\\w-]+';
    expect(lines.toSorted()).toEqual(
      ['north', 'south'].map((id) =>
        expect.stringMatching(new RegExp(`^"${id}","Wells, both","Team","${link}"$`)),
      ),
    );
  });

  it('asks for the password, which is no argument', async () => {
    const args = ['--from', 'central', '--owner', 'owner', '--email', 'lead@example.org'];
    const { code, error } = await runCli({}, 'migrate-from', 'https://central.example.org', ...args).result;
    expect(code).toBe(2);
    expect(error).toContain('Put the password into the variable SOURCE_PASSWORD');
  });
});
