import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFolder, HashingTransform } from '../storage/folder-files';
import { BackupError, type FileDigest, type Manifest, parseManifest } from './manifest';

const MANIFEST = 'manifest.json';
const DATABASE = 'database';
const FILES = 'files';
const PART_SUFFIX = '.part';

/** Backup on disk: `manifest.json`, `database/<table>.copy`, `database/files.txt`, `files/ab/cdef…`. */
export class BackupFolder {
  constructor(readonly path: string) {}

  /**
   * Prepares the folder for a new backup, or to resume an incomplete one.
   * @throws BackupError when it holds a complete backup or other files
   */
  async begin(): Promise<void> {
    await this.translatingErrors(async () => {
      // It holds all answers and the hashes of passwords. The mode of an existing folder stays.
      await mkdir(this.path, { recursive: true, mode: 0o700 });
      await mkdir(join(this.path, DATABASE), { recursive: true });
      await mkdir(join(this.path, FILES), { recursive: true });
    });
    const names = await readdir(this.path);
    if (names.includes(MANIFEST))
      throw new BackupError(`${this.path} already holds a complete backup. Use another folder.`);
    const others = names.filter((name) => ![DATABASE, FILES, MANIFEST + PART_SUFFIX].includes(name));
    if (others.length > 0) {
      throw new BackupError(
        `${this.path} holds other files (${others[0]}). Use an empty folder, or one of an incomplete backup.`,
      );
    }
  }

  writeTable(name: string, rows: Readable): Promise<FileDigest> {
    return this.write(this.tablePath(name), rows);
  }

  writeFileList(hashes: Readable): Promise<FileDigest> {
    return this.write(this.listPath, hashes);
  }

  /** Writes a stored file. @returns false if the bytes don't match the hash; they are discarded then */
  async writeFile(sha256: string, bytes: Readable): Promise<boolean> {
    const path = this.filePath(sha256);
    await this.translatingErrors(() => mkdir(dirname(path), { recursive: true }));
    const isIntact = (await this.write(path + PART_SUFFIX, bytes)).sha256 === sha256;
    if (isIntact) await rename(path + PART_SUFFIX, path);
    else await unlink(path + PART_SUFFIX);
    return isIntact;
  }

  /** Verifies the hash of a file. @returns false if it is missing or damaged */
  async hasFile(sha256: string): Promise<boolean> {
    return (await digestFile(this.filePath(sha256)))?.sha256 === sha256;
  }

  readTable(name: string): Readable {
    return createReadStream(this.tablePath(name));
  }

  readFile(sha256: string): Readable {
    return createReadStream(this.filePath(sha256));
  }

  listedHashes(): AsyncIterator<string> {
    return createInterface({ input: createReadStream(this.listPath) })[Symbol.asyncIterator]();
  }

  digestTable(name: string): Promise<FileDigest | undefined> {
    return digestFile(this.tablePath(name));
  }

  digestFileList(): Promise<FileDigest | undefined> {
    return digestFile(this.listPath);
  }

  /** Writes the manifest, which completes the backup. */
  async finish(manifest: Manifest): Promise<void> {
    const path = join(this.path, MANIFEST);
    await this.translatingErrors(async () => {
      await this.removeStale(manifest);
      await writeFile(path + PART_SUFFIX, `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
      for (const folder of await this.folders()) await syncFolder(folder);
      await rename(path + PART_SUFFIX, path);
      await syncFolder(this.path);
    });
  }

  /** @throws BackupError when the backup is incomplete */
  async manifest(): Promise<Manifest> {
    const text = await readFile(join(this.path, MANIFEST), 'utf8').catch(() => undefined);
    if (text === undefined) {
      throw new BackupError(
        `${this.path} holds no complete backup: ${MANIFEST}, which is written last, is missing. Use another folder, or create the backup again.`,
      );
    }
    return parseManifest(text);
  }

  private get listPath(): string {
    return join(this.path, DATABASE, 'files.txt');
  }

  private tablePath(name: string): string {
    return join(this.path, DATABASE, `${name}.copy`);
  }

  private filePath(sha256: string): string {
    return join(this.path, FILES, sha256.slice(0, 2), sha256.slice(2));
  }

  private async folders(): Promise<string[]> {
    const files = join(this.path, FILES);
    const subfolders = (await readdir(files)).map((name) => join(files, name));
    return [join(this.path, DATABASE), files, ...subfolders];
  }

  /** Removes files of earlier attempts that are no longer referenced: they may have been deleted on purpose. */
  private async removeStale({ tables, lost }: Manifest): Promise<void> {
    const needed = new Set([this.listPath, ...tables.map(({ name }) => this.tablePath(name))]);
    const hashes = this.listedHashes();
    for (let next = await hashes.next(); next.done !== true; next = await hashes.next())
      needed.add(this.filePath(next.value));
    for (const hash of lost) needed.delete(this.filePath(hash));
    for (const folder of await this.folders()) {
      if (folder === join(this.path, FILES)) continue;
      for (const name of await readdir(folder))
        if (!needed.has(join(folder, name))) await unlink(join(folder, name));
    }
  }

  private async write(path: string, source: Readable): Promise<FileDigest> {
    const hash = new HashingTransform();
    await this.translatingErrors(() => pipeline(source, hash, createWriteStream(path, { flush: true })));
    return { bytes: hash.byteSize, sha256: hash.digest().toString('hex') };
  }

  private async translatingErrors<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const { code, syscall, path = this.path } = error as NodeJS.ErrnoException;
      if (syscall === undefined || !path.startsWith(this.path)) throw error;
      throw new BackupError(
        `The backup can't be written to ${dirname(path)} (${code}, ${basename(path)}). Free space or grant this user write access, then run the command again to resume.`,
        { cause: error },
      );
    }
  }
}

async function digestFile(path: string): Promise<FileDigest | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return { bytes: stats.size, sha256: hash.digest('hex') };
}
