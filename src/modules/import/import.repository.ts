import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { ImportTaskEntity } from '../../database/entities/import-task.entity';
import { managerOf, type Transaction } from '../../database/unit-of-work';
import type { ImportMessages, ImportRequest } from '../../domain/import/import-request';

/** A task and who asked for it. */
export interface OpenTask {
  readonly uid: string;
  readonly userId: number;
  readonly username: string;
  readonly isSuperuser: boolean;
  readonly request: ImportRequest;
  readonly source: Buffer | null;
}

@Injectable()
export class ImportRepository {
  constructor(@InjectRepository(ImportTaskEntity) private readonly tasks: Repository<ImportTaskEntity>) {}

  async insert(
    transaction: Transaction,
    task: { uid: string; userId: number; request: ImportRequest; source: Buffer | null; now: Date },
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
        RETURNING t.uid, t.user_id AS "userId", u.username, u.is_superuser AS "isSuperuser", t.request, t.source`,
      [uid, now],
    );
    return rows[0];
  }

  /** Ends a task that is being worked on; one that has ended stays as it is. */
  async end(uid: string, status: 'complete' | 'error', messages: ImportMessages, now: Date): Promise<void> {
    await this.tasks.update(
      { uid, status: 'processing' },
      { status, messages: messages as object, source: null, dateModified: now },
    );
  }

  /** Ends tasks whose worker must have died. @returns how many */
  async endAbandoned(before: Date, messages: ImportMessages, now: Date): Promise<number> {
    const result = await this.tasks
      .createQueryBuilder()
      .update()
      .set({ status: 'error', messages: messages as object, source: null, dateModified: now })
      .where({ status: In(['created', 'processing']) })
      .andWhere('date_modified < :before', { before })
      .execute();
    return result.affected ?? 0;
  }
}
