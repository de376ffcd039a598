import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { prepareDatabase } from '../../../src/database/prepare-database';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

const ROOT = resolve(__dirname, '../../..');
const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
const commands = [...page.matchAll(/^```sh\n([^]*?)^```/gm)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
);

describe('the commands of docs/operations.md', () => {
  let scratch: string;
  const databases: TestDatabase[] = [];

  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'fieldhouse-commands-'));
    databases.push(await createTestDatabase(), await createTestDatabase({ migrated: false }));
    await prepareDatabase(databases[0]!.url);
  });
  afterAll(async () => {
    for (const database of databases) await database.drop();
    rmSync(scratch, { recursive: true, force: true });
  });

  it('work as documented, in order', async () => {
    const outputs: string[] = [];
    for (const command of commands) {
      const [used, empty] = databases as [TestDatabase, TestDatabase];
      const { stdout } = await promisify(execFile)(
        'bash',
        ['-c', command.replaceAll('/data/', `${scratch}/`)],
        {
          cwd: ROOT,
          env: {
            PATH: process.env['PATH'],
            NEW_PASSWORD: 'correct-horse',
            SECRET_KEY: 'k'.repeat(64),
            DATA_DIR: join(scratch, command.includes(' restore ') ? 'other' : 'data'),
            DATABASE_URL: command.includes(' restore ') ? empty.url : used.url,
          },
        },
      );
      outputs.push(stdout.split('\n')[0]!);
    }
    expect(outputs).toEqual([
      'Created the superuser chief.',
      'Changed the password of chief. Its tokens and sessions are revoked.',
      expect.stringContaining(' is complete: '),
      expect.stringContaining(' is valid: '),
      expect.stringContaining('You can start the service.'),
    ]);
  });
});
