/**
 * Bundles the scripts of pages: each `src/browser/<entry>/main.ts` and what it imports becomes hashed, compressed files in
 * dist/browser/, listed in manifest.json. Skipped if no input is newer than the last bundle, since compression is slow.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'esbuild';
import { browserPackages, embeddedNotices, licencesOf } from './licences.mjs';
import { mapGroundPlugin } from './map-ground.mjs';
import { webFormsChanges } from './web-forms-changes.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const FROM = 'src/browser';
const TO = 'dist/browser';
const MANIFEST = `${TO}/manifest.json`;
/** Service worker of web forms: a classic script, since some browsers load no modules there. Its URL must not change. */
const WORKER = {
  source: `${FROM}/web-form/offline/worker.ts`,
  output: `${TO}/offline-worker.js`,
  entry: 'web-form',
};
/** What esbuild read for the last bundle, beside what its file system may not show, such as new entries. */
const INPUTS = `${TO}/.inputs.json`;
const TARGET = ['es2022', 'chrome109', 'firefox115', 'safari16'];
const ALWAYS_READ = [
  '.config/bundle-browser.mjs',
  '.config/licences.mjs',
  '.config/map-ground.mjs',
  '.config/web-forms-changes.mjs',
  'node_modules/.package-lock.json',
];

/** mtime of a file, infinite if missing. @param {string} path */
function changed(path) {
  return existsSync(path) ? statSync(path).mtimeMs : Infinity;
}

function isCurrent() {
  const built = changed(MANIFEST);
  if (built === Infinity) return false;
  const inputs = JSON.parse(readFileSync(INPUTS, 'utf8'));
  return [...ALWAYS_READ, ...sourcesBelow(FROM), ...inputs].every((path) => changed(path) < built);
}

/** @param {string} folder @returns {string[]} it and all folders and files in it */
function sourcesBelow(folder) {
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return [folder, ...inside.map((path) => join(folder, path))];
}

function bundle() {
  const entries = readdirSync(FROM).filter((name) => existsSync(`${FROM}/${name}/main.ts`));
  return build({
    entryPoints: Object.fromEntries(entries.map((name) => [name, `${FROM}/${name}/main.ts`])),
    outdir: TO,
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: TARGET,
    minify: true,
    legalComments: 'none',
    // Images of stylesheets, which the CSP allows as data.
    loader: { '.png': 'dataurl' },
    metafile: true,
    tsconfig: `${FROM}/tsconfig.json`,
    plugins: [webFormsChanges, mapGroundPlugin],
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    logLevel: 'warning',
  });
}

/** @param {import('esbuild').Metafile['outputs']} outputs */
function bundleWorker(outputs) {
  const entry = Object.keys(outputs).find(
    (path) => outputs[path]?.entryPoint === `${FROM}/${WORKER.entry}/main.ts`,
  );
  const files = [...reachable(entry ?? '', outputs)].map((path) => `/browser/${basename(path)}`);
  return build({
    entryPoints: [WORKER.source],
    outfile: WORKER.output,
    bundle: true,
    format: 'iife',
    target: TARGET,
    minify: true,
    legalComments: 'none',
    metafile: true,
    tsconfig: `${FROM}/tsconfig.json`,
    define: { BUNDLED_FILES: JSON.stringify(files.sort()) },
    logLevel: 'warning',
  });
}

/**
 * An output with all that it may load, now or later.
 * @param {string} path @param {import('esbuild').Metafile['outputs']} outputs @param {Set<string>} found
 */
function reachable(path, outputs, found = new Set()) {
  const output = outputs[path];
  if (output === undefined || found.has(path)) return found;
  found.add(path);
  for (const next of [...output.imports.map((each) => each.path), output.cssBundle ?? ''])
    reachable(next, outputs, found);
  return found;
}

/** @param {import('esbuild').Metafile['outputs']} outputs */
function manifestOf(outputs) {
  /** Files that an output loads at once. @param {string} path @returns {string[]} */
  const importsOf = (path) =>
    (outputs[path]?.imports ?? [])
      .filter(({ kind }) => kind === 'import-statement')
      .flatMap(({ path: imported }) => [imported, ...importsOf(imported)]);
  const entries = Object.entries(outputs).flatMap(([path, { entryPoint, cssBundle }]) => {
    // What an entry loads later has an entry point too.
    if (!entryPoint?.startsWith(FROM) || basename(entryPoint) !== 'main.ts') return [];
    const entry = basename(dirname(entryPoint));
    const preloads = [...new Set(importsOf(path))].map((each) => basename(each));
    const css = cssBundle === undefined ? [] : [basename(cssBundle)];
    return [[entry, { file: basename(path), css, preloads }]];
  });
  return { entries: Object.fromEntries(entries), files: Object.keys(outputs).map((path) => basename(path)) };
}

/** File of an input, which has the name of a plugin before it; none for what a plugin makes. @param {string} input */
function sourceOf(input) {
  const path = input.replace(/^.*?:/, '');
  return existsSync(path) ? [path] : [];
}

/** @param {string} path */
async function compress(path) {
  const bytes = readFileSync(path);
  const brotli = await promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 22,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  writeFileSync(`${path}.br`, brotli);
  // Browsers accept Brotli on HTTPS only.
  writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

if (!isCurrent()) {
  rmSync(TO, { recursive: true, force: true });
  mkdirSync(TO, { recursive: true });
  const { metafile } = await bundle();
  const worker = await bundleWorker(metafile.outputs);
  const inputs = [...new Set([metafile, worker.metafile].flatMap((each) => Object.keys(each.inputs)))];
  const packages = browserPackages(inputs);
  writeFileSync(`${TO}/licences.txt`, licencesOf(packages, embeddedNotices));
  const manifest = manifestOf(metafile.outputs);
  await Promise.all([...Object.keys(metafile.outputs), `${TO}/licences.txt`].map(compress));
  writeFileSync(INPUTS, JSON.stringify(inputs.flatMap(sourceOf)));
  writeFileSync(`${TO}/.packages.json`, JSON.stringify(packages));
  writeFileSync(MANIFEST, JSON.stringify(manifest, undefined, 1));
}
