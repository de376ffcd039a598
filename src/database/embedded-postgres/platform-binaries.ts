import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
} from 'node:fs';
import { rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { randomBytes } from 'node:crypto';
import { EmbeddedPostgresError, reasonOf, useOwnServer } from './embedded-postgres.error';
import { canRead, type RunIdentity } from './postmaster-record';

export interface PlatformBinaries {
  readonly folder: string;
  /** Release of the npm package, e.g. `18.4.0-beta.17`. */
  readonly version: string;
  /** Major version, as in PG_VERSION: `18`. */
  readonly major: string;
}

export function programOf(binaries: PlatformBinaries, name: 'initdb' | 'postgres'): string {
  return join(binaries.folder, 'bin', name);
}

/**
 * Programs that npm installed for this platform.
 * @throws EmbeddedPostgresError when the optional package does not exist or was not installed
 */
export function installedBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): PlatformBinaries {
  const name = `@embedded-postgres/${platform}-${arch}`;
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch {
    throw new EmbeddedPostgresError(
      `DATABASE_URL is not set, and no PostgreSQL is bundled for ${platform}-${arch} (npm package ${name}). Set DATABASE_URL=postgres://user:password@host:5432/database, or, in a checkout on Linux or macOS (x64, arm64), run "npm ci".`,
    );
  }
  const packageFolder = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { folder: join(packageFolder, 'native'), version, major: version.split('.')[0] ?? version };
}

/**
 * Programs that `identity` can run with their libraries: those in node_modules if possible, else a copy below `copyFolder`.
 * @param identity undefined: the account of this process
 */
export function runnableBinaries(
  installed: PlatformBinaries,
  identity: RunIdentity | undefined,
  copyFolder: () => string,
  log: (message: string) => void,
): PlatformBinaries {
  const reachable = !identity || isReadable(installed, identity);
  if (reachable && linkLibraries(installed.folder)) return installed;

  const target = join(copyFolder(), `postgresql-${installed.version}`);
  if (!existsSync(target)) {
    log(`Copying the PostgreSQL programs to ${target}, because they can't be run from ${installed.folder}.`);
    copyPrograms(installed.folder, target);
  }
  return { ...installed, folder: target };
}

function isReadable(binaries: PlatformBinaries, identity: RunIdentity): boolean {
  return [programOf(binaries, 'postgres'), join(binaries.folder, 'share/postgresql/postgres.bki')].every(
    (file) => canRead(file, identity),
  );
}

/** Creates symlinks, which npm packages can't contain; the package's install script may not have run. */
function linkLibraries(folder: string): boolean {
  for (const { source, target } of readLinks(folder)) {
    const link = join(folder, relative('native', target));
    if (isPresent(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch {
      // Created by a concurrent start; else the folder is not writable.
      if (!isPresent(link)) return false;
    }
  }
  return true;
}

function readLinks(folder: string): { source: string; target: string }[] {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  return JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
}

function isPresent(link: string): boolean {
  return lstatSync(link, { throwIfNoEntry: false }) !== undefined;
}

/** Copies to a temporary folder and renames it, so that the target is never partial. */
function copyPrograms(source: string, target: string): void {
  const unfinished = `${target}.${randomBytes(4).toString('hex')}`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    cpSync(source, unfinished, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !file.endsWith('.a'),
    });
    linkLibraries(unfinished);
    openToEveryone(unfinished);
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (existsSync(target)) return;
    throw new EmbeddedPostgresError(
      `The PostgreSQL programs can't be copied to ${target} (${reasonOf(error)}). Free space or grant write access, ${useOwnServer}`,
    );
  }
}

/** The installer's umask may have excluded other accounts. */
function openToEveryone(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToEveryone(path);
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
