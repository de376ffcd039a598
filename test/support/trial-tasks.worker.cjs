/** Registers the TypeScript compiler of the tests in a thread. */
require('./typescript.cjs');
require('./trial-tasks.ts');
