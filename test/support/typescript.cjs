/** `node --require …/typescript.cjs program.ts` runs a TypeScript program, compiled as Jest does. */
const { readFileSync } = require('node:fs');
const path = require('node:path');
const { transformSync } = require('@swc/core');

const compiler = JSON.parse(readFileSync(path.join(__dirname, '../../.swcrc'), 'utf8'));

/** Node's loader for .ts files. @param {NodeModule} module @param {string} file */
require.extensions['.ts'] = (module, file) => {
  const { code } = transformSync(readFileSync(file, 'utf8'), { ...compiler, filename: file, swcrc: false });
  Object(module)._compile(code, file);
};
