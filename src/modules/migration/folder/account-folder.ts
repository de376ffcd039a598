import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, mkdir, open, readdir, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Checksums of all other files, in the format of `sha256sum --check`; written last: without it the export is incomplete. */
const CHECKSUMS = 'SHA256SUMS';
const PARTIAL_CHECKSUMS = `${CHECKSUMS}.part`;

/** The folder cannot be written or read as an export. The message is for the operator. */
export class AccountFolderError extends Error {}

/** Export of an account: open files and their checksums. */
export class AccountFolder {
  constructor(readonly path: string) {}

  /** @throws AccountFolderError unless the folder is new or empty */
  async begin(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    const [other] = await readdir(this.path);
    if (other !== undefined) {
      throw new AccountFolderError(
        `${this.path} holds other files (${other}). Use a new or an empty folder.`,
      );
    }
    await writeFile(join(this.path, PARTIAL_CHECKSUMS), '');
  }

  async write(name: string, content: string | Uint8Array | Readable): Promise<void> {
    const file = join(this.path, name);
    await mkdir(dirname(file), { recursive: true });
    const hash = createHash('sha256');
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    const source = content instanceof Readable ? content : Readable.from([Buffer.from(content)]);
    await pipeline(source, hashing, createWriteStream(file));
    await appendFile(join(this.path, PARTIAL_CHECKSUMS), `${hash.digest('hex')}  ${name}\n`);
  }

  /** Declares the export complete. */
  async finish(): Promise<void> {
    await rename(join(this.path, PARTIAL_CHECKSUMS), join(this.path, CHECKSUMS));
  }

  /** Files that are missing, changed or outside the folder, as sentences. @throws AccountFolderError without checksums */
  async verify(): Promise<string[]> {
    const problems: string[] = [];
    const sums = createReadStream(await this.resolve(CHECKSUMS));
    for await (const line of createInterface({ input: sums, crlfDelay: Infinity })) {
      const [, digest, name] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
      if (digest === undefined || name === undefined) {
        problems.push(`${CHECKSUMS}: the line ${JSON.stringify(line.slice(0, 200))} is not a checksum`);
        continue;
      }
      const actual = await this.digest(name);
      if (actual === undefined) problems.push(`${name}: missing`);
      else if (actual !== digest) problems.push(`${name}: changed`);
    }
    return problems;
  }

  /** Names of the entries of a folder; none if it is missing. */
  async list(name: string): Promise<string[]> {
    try {
      return (await readdir(await this.resolve(name))).sort();
    } catch (error) {
      if (error instanceof AccountFolderError) return [];
      throw error;
    }
  }

  async readText(name: string): Promise<string> {
    return readFile(await this.resolve(name), 'utf8');
  }

  async open(name: string): Promise<Readable> {
    return createReadStream(await this.resolve(name));
  }

  /** @param start bytes from the start of the file */
  async readPart(name: string, start: number, bytes: number): Promise<string> {
    const handle = await open(await this.resolve(name));
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, start);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  }

  async *lines(name: string): AsyncIterable<string> {
    const input = await this.open(name);
    for await (const line of createInterface({ input, crlfDelay: Infinity })) if (line !== '') yield line;
  }

  private async digest(name: string): Promise<string | undefined> {
    try {
      const hash = createHash('sha256');
      await pipeline(await this.open(name), hash);
      return hash.digest('hex');
    } catch (error) {
      if (error instanceof AccountFolderError) return undefined;
      throw error;
    }
  }

  /** Follows links, but not out of the folder: an export may come from someone else. @throws AccountFolderError */
  private async resolve(name: string): Promise<string> {
    const root = await realpath(this.path).catch(() => undefined);
    const file = await realpath(join(this.path, name)).catch(() => undefined);
    if (root === undefined || file === undefined || !file.startsWith(root + sep)) {
      throw new AccountFolderError(
        name === CHECKSUMS
          ? `${this.path} is not a complete export: it has no ${CHECKSUMS}.`
          : `${this.path} has no ${name}.`,
      );
    }
    return file;
  }
}

/** Names of the files. Names and uids of others become parts of them, hence `segment`. */
export const FOLDER = {
  account: 'account.json',
  asset: (uid: string) => `assets/${segment(uid)}/asset.json`,
  xlsform: (uid: string) => `assets/${segment(uid)}/form.xlsx`,
  xform: (uid: string) => `assets/${segment(uid)}/form.xml`,
  version: (uid: string, version: string) => `assets/${segment(uid)}/versions/${segment(version)}.json`,
  media: (uid: string, file: { uid: string; name: string }) =>
    `assets/${segment(uid)}/media/${segment(file.uid)}-${segment(file.name)}`,
  submissions: (uid: string) => `assets/${segment(uid)}/submissions.ndjson`,
  instance: (uid: string, id: number) =>
    `assets/${segment(uid)}/submissions/${Math.floor(id / 1000)}/${id}.xml`,
  /** @param index of the state, from 0, oldest first */
  earlier: (uid: string, id: number, index: number) =>
    `assets/${segment(uid)}/submissions/${Math.floor(id / 1000)}/${id}.before-edit-${index + 1}.xml`,
  attachment: (uid: string, id: number, file: { uid: string; name: string }) =>
    `assets/${segment(uid)}/attachments/${Math.floor(id / 1000)}/${id}-${segment(file.uid)}-${segment(file.name)}`,
  entityList: (uid: string) => `entity-lists/${segment(uid)}.json`,
  /** One entity with its versions in each line. */
  entities: (uid: string) => `entity-lists/${segment(uid)}.ndjson`,
} as const;

/** Path segment that is valid on all systems and cannot lead upwards. */
function segment(name: string): string {
  const safe = name.replace(/[^\p{L}\p{N}._-]/gu, '_').slice(-100);
  return safe.startsWith('.') || safe === '' ? `_${safe}` : safe;
}

export function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
