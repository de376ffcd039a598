import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../support/eventually';
import { npmStartArguments } from '../../support/npm-start';
import { Start } from '../../support/start';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

/** Each of them stays in memory for as long as the process lives. */
const MOST_BYTES = 6_300_000;

interface Loaded {
  readonly madeOfIntl: readonly string[];
  readonly ofNode: readonly string[];
  readonly packages: readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-light-start-'));
let database: TestDatabase;
let loaded: Loaded;

beforeAll(async () => {
  database = await createTestDatabase();
  const start = new Start({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SUPERUSER_PASSWORD: 'correct-horse',
    NODE_OPTIONS: `--require=${join(__dirname, '../../support/loaded-modules.cjs')}`,
  });
  await eventually(
    async () => start.out,
    (out) => out.includes('is ready at'),
  );
  await start.stop();
  loaded = JSON.parse(/^loaded (.*)$/m.exec(start.out)![1]!) as Loaded;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

describe('a service that was started and asked nothing', () => {
  it('has made nothing of Intl, whose tables are megabytes', () => {
    expect(loaded.madeOfIntl).toEqual([]);
  });

  it('has not loaded what fetch needs', () => {
    expect(loaded.ofNode).toContain('NativeModule net');
    expect(loaded.ofNode.filter((name) => /undici|http2/.test(name))).toEqual([]);
  });

  it('has loaded of packages beside its own file only those that have no place in it', () => {
    // The machine code of the first is a package for each kind of machine.
    const found = loaded.packages.map((name) => name.replace(/^(@node-rs\/argon2)-.*$/, '$1'));
    expect([...new Set(found)]).toEqual([
      '@node-rs/argon2',
      'passport-http',
      'passport-strategy',
      'swagger-ui-dist',
    ]);
  });

  it('is a small file', () => {
    expect(statSync(npmStartArguments().at(-1)!).size).toBeLessThan(MOST_BYTES);
  });
});
