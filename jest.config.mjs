import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** How sources become what Node runs: decorators with metadata, as tsc emits them. */
const compiler = JSON.parse(readFileSync(new URL('.swcrc', import.meta.url), 'utf8'));

const base = {
  testEnvironment: 'node',
  transform: { '^.+\\.(ts|mjs|js)$': ['@swc/jest', compiler] },
  // Packages that ship ES modules only; Jest on Node 20 can't require them as they are.
  transformIgnorePatterns: ['/node_modules/(?!(hucre|fast-check|pure-rand)/)', '\\.cjs$'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  setupFilesAfterEnv: [
    '<rootDir>/test/support/peak-memory.ts',
    '<rootDir>/test/support/collect-after-each.ts',
  ],
};

const service = {
  ...base,
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

/** Specs that share a suite with no other: they replace modules, read the log, which a process has one of, or need much room. */
const alone = JSON.parse(readFileSync(new URL('test/groups/alone.json', import.meta.url), 'utf8'));

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
    // The specs of both, many of them in one suite: what `npm test` runs.
    {
      ...service,
      displayName: 'grouped',
      testMatch: [
        '<rootDir>/test/groups/*.group.ts',
        ...alone.map((/** @type {string} */ spec) => `<rootDir>/${spec}`),
      ],
    },
  ],
};
