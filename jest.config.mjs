import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTestSeed } from './.config/test-seed.mjs';

setTestSeed();

/** How sources become what Node runs: decorators with metadata, as tsc emits them. */
const compiler = JSON.parse(readFileSync(new URL('.swcrc', import.meta.url), 'utf8'));

const base = {
  testEnvironment: 'node',
  transform: { '^.+\\.(ts|mjs|js)$': ['@swc/jest', compiler] },
  // Packages that ship ES modules only; Jest on Node 20 can't require them as they are.
  transformIgnorePatterns: ['/node_modules/(?!(hucre|hyparquet|fast-check|pure-rand)/)', '\\.cjs$'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  setupFilesAfterEnv: [
    '<rootDir>/test/support/peak-memory.ts',
    '<rootDir>/test/support/collect-after-each.ts',
    '<rootDir>/test/support/retry-failed.ts',
  ],
};

const service = {
  ...base,
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

/** @param {string} name of a list of specs in test/groups @returns {string[]} */
const specsOf = (name) =>
  JSON.parse(readFileSync(new URL(`test/groups/${name}.json`, import.meta.url), 'utf8'));

const omitted = process.env['TEST_PROFILE'] ? [] : [...specsOf('full-only'), ...specsOf('long')];
/** Specs with a suite of their own: they replace modules, read the log of the process, or need much memory. */
const alone = specsOf('alone').filter((spec) => !omitted.includes(spec));

/** @type {import('jest').Config} */
export default {
  // Two even on small machines: the tests of the service wait for PostgreSQL much of their time.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // A worker whose heap is larger than this after a suite, as after every group, makes way for a new one: suites import the
  // whole service anew each, and what the last one left is never all given back.
  workerIdleMemoryLimit: '64MB',
  testSequencer: '<rootDir>/.config/test-sequencer.mjs',
  // Jest reads this one at the top only. It ends what hangs; on a busy machine much else takes its time.
  testTimeout: 240_000,
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/src/**/*.spec.ts',
        '<rootDir>/test/xform/**/*.spec.ts',
        '<rootDir>/test/check/**/*.spec.ts',
      ],
    },
    {
      ...service,
      displayName: 'service',
      testMatch: [
        '<rootDir>/test/{integration,contract,faults}/**/*.spec.ts',
        '<rootDir>/test/e2e/**/*.e2e-spec.ts',
      ],
    },
    // All specs, many of them in one suite: `npm test`.
    {
      ...service,
      displayName: 'grouped',
      testMatch: ['<rootDir>/test/groups/*.group.ts', ...alone.map((spec) => `<rootDir>/${spec}`)],
    },
    // Those that need no database: `npm run test:fast`.
    { ...base, displayName: 'fast', testMatch: ['<rootDir>/test/groups/unit-*.group.ts'] },
  ],
};
