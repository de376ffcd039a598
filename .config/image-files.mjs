/**
 * Lays out what the image runs: `node image-files.mjs FOLDER` writes dist, node_modules and the SBOM into the folder. Needs
 * packages and a build (decision 101).
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Packages beside the bundle: native code, WebAssembly, files that they read, and one that Node warns about elsewhere. */
export const EXTERNAL = [
  '@node-rs/argon2',
  'iconv-lite',
  'node-sqlite3-wasm',
  'passport-http',
  'sharp',
  'swagger-ui-dist',
];

/** Of dist/. Compiled files are not among them: bundles contain them. */
const BUILT = ['browser', 'src/bundle', 'src/database/functions', 'src/language'];
/** Folders of the packages in the bundles beside it. */
const PACKAGES = '.packages.json';

const MAX_OUTPUT_BYTES = 64_000_000;

/** @param {string} path @returns {any} */
const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** @param {string} to */
export function layOutImage(to) {
  for (const folder of BUILT)
    cpSync(join(ROOT, 'dist', folder), join(to, 'dist', folder), {
      recursive: true,
      // Neither served nor run: what the build keeps for itself.
      filter: (path) => !basename(path).startsWith('.'),
    });
  mkdirSync(join(to, 'dist/src/cli'), { recursive: true });
  // Operators call the command line by this path; the compiled file there needs others.
  cpSync(join(ROOT, 'dist/src/bundle/cli.js'), join(to, 'dist/src/cli/main.js'));
  const external = externalPackages();
  for (const path of external)
    cpSync(join(ROOT, path), join(to, path), {
      recursive: true,
      filter: (file) => !file.startsWith(join(ROOT, path, 'node_modules')),
    });
  const bundled = ['dist/src/bundle', 'dist/browser'].flatMap((folder) => readJson(join(folder, PACKAGES)));
  writeFileSync(join(to, 'sbom.spdx.json'), JSON.stringify(sbomOf([...external, ...bundled]), undefined, 1));
}

/** @returns {string[]} paths of EXTERNAL and of what they depend on, as installed */
export function externalPackages() {
  const { packages } = readJson('package-lock.json');
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} name @param {string} from folder of the package that requires it, as Node resolves it */
  const add = (name, from) => {
    const path = join(from, 'node_modules', name);
    if (packages[path] === undefined) {
      if (from !== '') add(name, from.slice(0, Math.max(0, from.lastIndexOf('node_modules') - 1)));
      return;
    }
    // Optional packages of other platforms are not installed.
    if (found.has(path) || !existsSync(join(ROOT, path))) return;
    found.add(path);
    const { dependencies, optionalDependencies } = packages[path];
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) add(each, path);
  };
  for (const name of EXTERNAL) add(name, '');
  return [...found].sort();
}

/**
 * Returns npm's SPDX document of the lock file, reduced to these packages. `npm sbom --omit=dev` leaves out packages that
 * development needs too, such as express.
 * @param {readonly string[]} paths
 */
function sbomOf(paths) {
  const words = ['sbom', '--package-lock-only', '--sbom-format=spdx'];
  const options = /** @type {const} */ ({ cwd: ROOT, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES });
  const { stdout, stderr, status, error } = spawnSync('npm', words, options);
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`, { cause: error });
  const document = JSON.parse(stdout);
  const names = new Set(
    paths.map((path) => {
      const { name, version } = readJson(join(path, 'package.json'));
      return `${name} ${version}`;
    }),
  );
  const [service] = document.documentDescribes;
  /** @type {{ SPDXID: string, name: string, versionInfo: string }[]} */
  const all = document.packages;
  const shipped = all.filter(({ name, versionInfo }) => names.has(`${name} ${versionInfo}`));
  if (shipped.length !== names.size)
    throw new Error(`npm sbom lists ${shipped.length} of ${names.size} packages.`);
  document.packages = [...all.filter(({ SPDXID }) => SPDXID === service), ...shipped];
  document.relationships = [
    { spdxElementId: document.SPDXID, relatedSpdxElement: service, relationshipType: 'DESCRIBES' },
    ...shipped.map(({ SPDXID }) => ({
      spdxElementId: service,
      relatedSpdxElement: SPDXID,
      relationshipType: 'CONTAINS',
    })),
  ];
  return document;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) layOutImage(process.argv[2] ?? 'image');
