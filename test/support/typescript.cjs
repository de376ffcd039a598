/** `node --require …/typescript.cjs program.ts` runs a program of the tests from its sources, as Jest runs them. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { transformSync } = require('@swc/core');

const compiler = JSON.parse(readFileSync(join(__dirname, '../../.swcrc'), 'utf8'));

require.extensions['.ts'] = (module, file) => {
  const { code } = transformSync(readFileSync(file, 'utf8'), { ...compiler, filename: file, swcrc: false });
  module._compile(code, file);
};
