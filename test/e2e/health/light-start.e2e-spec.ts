import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
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

const file = npmStartArguments().at(-1)!;
const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-light-start-'));
let database: TestDatabase;
let loaded: Loaded;
let text: string;

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
  text = readFileSync(file, 'latin1');
  loaded = JSON.parse(/^loaded (.*)$/m.exec(start.out)![1]!) as Loaded;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

/** Whether its package is there and does not let it be loaded. */
function isWithheld(name: string): boolean {
  try {
    createRequire(file).resolve(name);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
  }
}

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
    expect(text.length).toBeLessThan(MOST_BYTES);
  });

  it('asks for what stays among the packages by names that they give', () => {
    const names = [...text.matchAll(/\brequire\("([^".][^"]*)"\)/g)].map(([, name]) => name!);
    expect(names).toContain('js-yaml');
    expect(names.filter(isWithheld)).toEqual([]);
    expect(text).not.toMatch(/\bnew require\(/);
  });
});
