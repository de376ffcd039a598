/** A thread runs JavaScript alone: this brings the compiler of the tests. */
require('./typescript.cjs');
require('./trial-tasks.ts');
