import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, DataSource } from 'typeorm';
import { ImportTaskEntity } from '../../database/entities/task.entity';
import { ConflictError } from '../../domain/errors';

@Injectable()
export class ImportRepository {
  constructor(
    @InjectRepository(ImportTaskEntity) private readonly tasks: Repository<ImportTaskEntity>,
    private readonly dataSource: DataSource,
  ) {}

  /** Hashes that open tasks reference. */
  async findReferenced(sha256s: readonly Buffer[]): Promise<Buffer[]> {
    const rows = await this.tasks.find({
      select: { sourceSha256: true },
      where: { sourceSha256: In([...sha256s]), status: In(['created', 'processing']) },
    });
    return rows.flatMap(({ sourceSha256 }) => sourceSha256 ?? []);
  }

  /** Oldest first (contract-assets 6). */
  async list(userId: number, limit: number, start: number): Promise<[ImportTaskEntity[], number]> {
    return this.tasks.findAndCount({ where: { userId }, order: { id: 'ASC' }, take: limit, skip: start });
  }

  find(userId: number, uid: string): Promise<ImportTaskEntity | null> {
    return this.tasks.findOneBy({ userId, uid });
  }

  /**
   * @returns undefined if the row has no file
   * @throws ConflictError if the import ended during the read, which deletes its file
   */
  async read(uid: string): Promise<Buffer | undefined> {
    const length = await this.findLength(uid);
    if (length === null) return undefined;
    const chunks: Buffer[] = [];
    for (let start = 0; start < length; start += CHUNK_BYTES) chunks.push(await this.readChunk(uid, start));
    return Buffer.concat(chunks);
  }

  private async findLength(uid: string): Promise<number | null> {
    const rows = await this.dataSource.query<{ length: number | null }[]>(
      'SELECT octet_length(source) AS length FROM import_task WHERE uid = $1',
      [uid],
    );
    return rows[0]?.length ?? null;
  }

  private async readChunk(uid: string, start: number): Promise<Buffer> {
    const rows = await this.dataSource.query<{ chunk: Buffer | null }[]>(
      `SELECT substring(source FROM $2 FOR ${CHUNK_BYTES}) AS chunk FROM import_task WHERE uid = $1`,
      [uid, start + 1],
    );
    const chunk = rows[0]?.chunk ?? null;
    if (chunk === null) throw new ConflictError('The import was cancelled. Send the file again.');
    return chunk;
  }
}

/** Bytes arrive as hex text: larger chunks would block the event loop while decoding. */
const CHUNK_BYTES = 1024 * 1024;
