import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eventually } from '../../support/eventually';
import { npmStartArguments } from '../../support/npm-start';
import { StandaloneService } from '../../support/standalone-service';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

/** Each stays in memory for the life of the process. */
const MAX_BUNDLE_BYTES = 8_700_000;

interface Loaded {
  readonly madeOfIntl: readonly string[];
  readonly ofNode: readonly string[];
  readonly packages: readonly string[];
}

const file = join(dirname(npmStartArguments().at(-1)!), 'service.js');
const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-light-start-'));
let database: TestDatabase;
let loaded: Loaded;
let text: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const start = new StandaloneService({
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

/** Whether the package is installed and refuses to be loaded. */
function isBlocked(name: string): boolean {
  try {
    createRequire(file).resolve(name);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
  }
}

describe('an idle service after start', () => {
  it('has created no Intl formatter but that of Nest’s logger: their tables take megabytes', () => {
    expect([...new Set(loaded.madeOfIntl)]).toEqual(['DateTimeFormat']);
  });

  it('has not loaded the modules of fetch', () => {
    expect(loaded.ofNode).toContain('NativeModule net');
    expect(loaded.ofNode.filter((name) => /undici|http2/.test(name))).toEqual([]);
  });

  it('has loaded only the packages that can’t be bundled', () => {
    // The first is native code, a package per platform. iconv-lite loads its tables when a charset needs them.
    const found = loaded.packages.map((name) => name.replace(/^(@node-rs\/argon2)-.*$/, '$1'));
    expect([...new Set(found)]).toEqual([
      '@node-rs/argon2',
      'iconv-lite',
      'passport-http',
      'passport-strategy',
      'safer-buffer',
      'swagger-ui-dist',
    ]);
  });

  it('is a small bundle', () => {
    expect(text.length).toBeLessThan(MAX_BUNDLE_BYTES);
  });

  it('loads external packages by their declared names', () => {
    const names = [...text.matchAll(/\brequire\("([^".][^"]*)"\)/g)].map(([, name]) => name!);
    expect(names).toContain('passport-http');
    expect(names.filter(isBlocked)).toEqual([]);
    expect(text).not.toMatch(/\bnew require\(/);
  });
});
