import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { ImportTaskEntity } from '../../database/entities/import-task.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { ConflictError } from '../../domain/errors';
import type { ImportMessages, ImportRequest } from '../../domain/import/import-request';

/** A task and who asked for it. */
export interface OpenTask {
  readonly uid: string;
  readonly userId: number;
  readonly username: string;
  readonly isSuperuser: boolean;
  readonly isActive: boolean;
  readonly request: ImportRequest;
  /** The uploaded file; null when none was sent. */
  readonly sourceSha256: Buffer | null;
  /** Bytes of a file that the release before this one took in and kept in the row; null for all others. */
  readonly sourceLength: number | null;
}

/** Bytes travel as text; more at a time would keep all other requests waiting while they are decoded. */
const PIECE_BYTES = 1024 * 1024;
const GIVEN_UP = 'The import was given up meanwhile; send the file again.';

/** Waiting tasks that are queued again at a time. */
const MOST_REQUEUED = 100;

@Injectable()
export class ImportRepository {
  constructor(@InjectRepository(ImportTaskEntity) private readonly tasks: Repository<ImportTaskEntity>) {}

  async insert(
    transaction: Transaction,
    task: { uid: string; userId: number; request: ImportRequest; sourceSha256: Buffer | null; now: Date },
  ): Promise<void> {
    const { now, ...values } = task;
    await managerOf(transaction).insert(ImportTaskEntity, {
      ...(values as object),
      status: 'created',
      messages: {},
      dateCreated: now,
      dateModified: now,
    });
  }

  /** Of these hashes, those that a task which has not ended names. */
  async named(sha256s: readonly Buffer[]): Promise<Buffer[]> {
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

  /** Takes a task that waits, and marks it as being worked on; undefined when somebody else did or it is done. */
  async begin(uid: string, now: Date): Promise<OpenTask | undefined> {
    const [rows] = await this.tasks.query<[OpenTask[], number]>(
      `UPDATE import_task t SET status = 'processing', date_modified = $2
         FROM app_user u
        WHERE t.uid = $1 AND t.status = 'created' AND u.id = t.user_id
        RETURNING t.uid, t.user_id AS "userId", u.username, u.is_superuser AS "isSuperuser",
                  u.is_active AS "isActive", t.request, t.source_sha256 AS "sourceSha256",
                  octet_length(t.source) AS "sourceLength"`,
      [uid, now],
    );
    return rows[0];
  }

  /** The file that a row keeps. @throws ConflictError when the task was given up meanwhile, and its file with it */
  async readSource({ uid, sourceLength }: OpenTask): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let start = 0; start < (sourceLength ?? 0); start += PIECE_BYTES) {
      const rows: { piece: Buffer | null }[] = await this.tasks.query(
        `SELECT substring(source FROM $2 FOR ${PIECE_BYTES}) AS piece FROM import_task WHERE uid = $1`,
        [uid, start + 1],
      );
      const piece = rows[0]?.piece ?? null;
      if (piece === null) throw new ConflictError(GIVEN_UP);
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }

  /** Says that the task is still being worked on. */
  async beat(uid: string, now: Date): Promise<void> {
    await this.tasks.update({ uid, status: 'processing' }, { dateModified: now });
  }

  /**
   * Ends a task with what came of it, in the transaction that makes it.
   * @throws ConflictError when the task was given up meanwhile: then nothing may come of it
   */
  async complete(transaction: Transaction, uid: string, messages: ImportMessages, now: Date): Promise<void> {
    const { affected } = await managerOf(transaction).update(
      ImportTaskEntity,
      { uid, status: 'processing' },
      { status: 'complete', messages: messages as object, source: null, dateModified: now },
    );
    if (affected !== 1) throw new ConflictError(GIVEN_UP);
  }

  /** Ends a task that came to nothing; one that has ended stays as it is. */
  async fail(uid: string, messages: ImportMessages, now: Date): Promise<void> {
    await this.tasks.update(
      { uid, status: 'processing' },
      { status: 'error', messages: messages as object, source: null, dateModified: now },
    );
  }

  /** Ends tasks whose worker has been silent since `before`. @returns how many */
  async endAbandoned(before: Date, messages: ImportMessages, now: Date): Promise<number> {
    const result = await this.tasks
      .createQueryBuilder()
      .update()
      .set({ status: 'error', messages: messages as object, source: null, dateModified: now })
      .where({ status: 'processing' })
      .andWhere('date_modified < :before', { before })
      .execute();
    return result.affected ?? 0;
  }

  /** Tasks that nobody has taken since `before`, the oldest first; they count as asked for now. @returns uids */
  async askAgain(transaction: Transaction, before: Date, now: Date): Promise<string[]> {
    const [rows] = await managerOf(transaction).query<[{ uid: string }[], number]>(
      `UPDATE import_task SET date_modified = $2
        WHERE id IN (SELECT id FROM import_task WHERE status = 'created' AND date_modified < $1
                      ORDER BY id LIMIT ${MOST_REQUEUED} FOR UPDATE SKIP LOCKED)
        RETURNING uid`,
      [before, now],
    );
    return rows.map(({ uid }) => uid);
  }
}
