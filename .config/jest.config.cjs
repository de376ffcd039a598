const path = require('node:path');

/** One compile rule for every project: decorators with metadata, as tsc emits them. */
const transform = {
  '^.+\\.(ts|mjs|js)$': [
    '@swc/jest',
    {
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      },
      module: { type: 'commonjs' },
      sourceMaps: 'inline',
    },
  ],
};
const rootDir = path.resolve(__dirname, '..');
const base = {
  rootDir,
  testEnvironment: 'node',
  transform,
  // Packages that ship ES modules only; Jest on Node 20 can't require them as they are.
  transformIgnorePatterns: ['/node_modules/(?!(hucre|fast-check|pure-rand)/)', '\\.cjs$'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
};

module.exports = {
  rootDir,
  // Jest reads this one at the top only; suites that start the service need it on a busy machine.
  testTimeout: 60_000,
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
      ...base,
      displayName: 'service',
      testMatch: [
        '<rootDir>/test/integration/**/*.spec.ts',
        '<rootDir>/test/e2e/**/*.e2e-spec.ts',
        '<rootDir>/test/contract/**/*.spec.ts',
        '<rootDir>/test/faults/**/*.spec.ts',
      ],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
  ],
};
