import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MeteredHash } from '../storage/metered-hash';
import { syncFolder } from '../storage/folder-files';
import { BackupError } from './backup-error';
import { type Manifest, parseManifest, type Piece } from './manifest';

const MANIFEST = 'manifest.json';
const DATABASE = 'database';
const FILES = 'files';
/** What is written has this behind its name until it is whole. */
const UNFINISHED = '.part';

/** A backup as it lies on a disk: `manifest.json`, `database/<table>.copy`, `database/files.txt`, `files/ab/cdef…`. */
export class BackupFolder {
  constructor(readonly path: string) {}

  /**
   * Makes the folder ready for a backup. One that was cut off before is gone on with.
   * @throws BackupError when it holds a whole backup, or anything else
   */
  async begin(): Promise<void> {
    await this.writing(async () => {
      await mkdir(join(this.path, DATABASE), { recursive: true });
      await mkdir(join(this.path, FILES), { recursive: true });
    });
    const names = await readdir(this.path);
    if (names.includes(MANIFEST))
      throw new BackupError(`${this.path} holds a whole backup: name another folder.`);
    const others = names.filter((name) => ![DATABASE, FILES, MANIFEST + UNFINISHED].includes(name));
    if (others.length > 0) {
      throw new BackupError(
        `${this.path} holds other things (${others[0]}): name an empty folder, or one of a backup that was cut off.`,
      );
    }
  }

  writeTable(name: string, rows: Readable): Promise<Piece> {
    return this.write(this.tablePath(name), rows);
  }

  writeFileList(hashes: Readable): Promise<Piece> {
    return this.write(this.listPath, hashes);
  }

  /** Writes the file of this name. @returns whether the bytes were those that the name says; others are not kept */
  async writeFile(sha256: string, bytes: Readable): Promise<boolean> {
    const path = this.filePath(sha256);
    await this.writing(() => mkdir(dirname(path), { recursive: true }));
    const isRight = (await this.write(path + UNFINISHED, bytes)).sha256 === sha256;
    if (isRight) await rename(path + UNFINISHED, path);
    else await unlink(path + UNFINISHED);
    return isRight;
  }

  /** Whether the file is there with the bytes that its name says. */
  async hasFile(sha256: string): Promise<boolean> {
    return (await pieceAt(this.filePath(sha256)))?.sha256 === sha256;
  }

  readTable(name: string): Readable {
    return createReadStream(this.tablePath(name));
  }

  readFile(sha256: string): Readable {
    return createReadStream(this.filePath(sha256));
  }

  /** The hashes of the list, one after the other. */
  listedFiles(): AsyncIterator<string> {
    return createInterface({ input: createReadStream(this.listPath) })[Symbol.asyncIterator]();
  }

  /** What is there of a table; undefined when nothing is. */
  tablePiece(name: string): Promise<Piece | undefined> {
    return pieceAt(this.tablePath(name));
  }

  listPiece(): Promise<Piece | undefined> {
    return pieceAt(this.listPath);
  }

  /** Says that everything is there: from now on the folder holds a backup. */
  async finish(manifest: Manifest): Promise<void> {
    const path = join(this.path, MANIFEST);
    await this.writing(async () => {
      await this.removeOthers(manifest);
      await writeFile(path + UNFINISHED, `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
      for (const folder of await this.folders()) await syncFolder(folder);
      await rename(path + UNFINISHED, path);
      await syncFolder(this.path);
    });
  }

  /** @throws BackupError when there is no whole backup here */
  async manifest(): Promise<Manifest> {
    const text = await readFile(join(this.path, MANIFEST), 'utf8').catch(() => undefined);
    if (text === undefined) {
      throw new BackupError(
        `${this.path} holds no whole backup: there is no ${MANIFEST}, which is written last. Name another folder, or make the backup anew.`,
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
    const within = (await readdir(files)).map((name) => join(files, name));
    return [join(this.path, DATABASE), files, ...within];
  }

  /** What an earlier try left and nobody names any more: somebody may have deleted it for good reason. */
  private async removeOthers({ tables, lost }: Manifest): Promise<void> {
    const needed = new Set([this.listPath, ...tables.map(({ name }) => this.tablePath(name))]);
    const hashes = this.listedFiles();
    for (let next = await hashes.next(); next.done !== true; next = await hashes.next())
      needed.add(this.filePath(next.value));
    for (const hash of lost) needed.delete(this.filePath(hash));
    for (const folder of await this.folders()) {
      if (folder === join(this.path, FILES)) continue;
      for (const name of await readdir(folder))
        if (!needed.has(join(folder, name))) await unlink(join(folder, name));
    }
  }

  private async write(path: string, source: Readable): Promise<Piece> {
    const meter = new MeteredHash();
    await this.writing(() => pipeline(source, meter, createWriteStream(path, { flush: true })));
    return { bytes: meter.byteSize, sha256: meter.digest().toString('hex') };
  }

  private async writing<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const { code, syscall, path = this.path } = error as NodeJS.ErrnoException;
      if (syscall === undefined || !path.startsWith(this.path)) throw error;
      throw new BackupError(
        `The backup can't be written to ${dirname(path)} (${code}, ${basename(path)}): make room, or give this user the right to write there, and start it anew; what is there is gone on with.`,
        { cause: error },
      );
    }
  }
}

async function pieceAt(path: string): Promise<Piece | undefined> {
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return { bytes: facts.size, sha256: hash.digest('hex') };
}
