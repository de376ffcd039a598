/** `node --require …/typescript.cjs program.ts` runs a program of the tests from its sources, as Jest runs them. */
const { readFileSync } = require('node:fs');
const path = require('node:path');
const { transformSync } = require('@swc/core');

const compiler = JSON.parse(readFileSync(path.join(__dirname, '../../.swcrc'), 'utf8'));

/** What Node calls for each file, as it does for .js. @param {NodeModule} module @param {string} file */
require.extensions['.ts'] = (module, file) => {
  const { code } = transformSync(readFileSync(file, 'utf8'), { ...compiler, filename: file, swcrc: false });
  Object(module)._compile(code, file);
};
