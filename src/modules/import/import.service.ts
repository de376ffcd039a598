import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { ImportTaskEntity } from '../../database/entities/import-task.entity';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor, UserActor } from '../../domain/account/actor';
import { makeUid, UID_PREFIX } from '../../domain/asset/uid';
import { NotFoundError } from '../../domain/errors';
import type { ImportRequest } from '../../domain/import/import-request';
import { JobQueue } from '../../jobs/job-queue.port';
import { ImportRepository } from './import.repository';

export interface ImportInput {
  readonly request: ImportRequest;
  /** The workbook; null when the caller sent none. */
  readonly source: Buffer | null;
}

/** An import as its owner sees it. */
export type ImportTask = Readonly<Pick<ImportTaskEntity, 'uid' | 'status' | 'messages' | 'dateCreated'>>;

export interface ImportPage {
  readonly count: number;
  readonly tasks: readonly ImportTask[];
}

/** Takes uploaded forms in, and tells what became of them. */
@Injectable()
export class ImportService {
  constructor(
    private readonly imports: ImportRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** Accepts the upload; what is wrong with it shows in the task. */
  async start(actor: UserActor, { request, source }: ImportInput): Promise<string> {
    const uid = makeUid(UID_PREFIX.importTask, randomBytes);
    await this.unitOfWork.run(async (transaction) => {
      const now = this.clock.now();
      await this.imports.insert(transaction, { uid, userId: actor.id, request, source, now });
      await this.queue.enqueue(transaction, { name: 'import', subject: uid });
    });
    return uid;
  }

  /** The caller's own tasks, oldest first; none for an anonymous caller (decision 14). */
  async list(actor: Actor, { limit, start }: { limit: number; start: number }): Promise<ImportPage> {
    if (actor.kind === 'anonymous') return { count: 0, tasks: [] };
    const [tasks, count] = await this.imports.list(actor.id, limit, start);
    return { count, tasks };
  }

  async show(actor: Actor, uid: string): Promise<ImportTask> {
    const task = actor.kind === 'anonymous' ? null : await this.imports.find(actor.id, uid);
    if (task === null) throw new NotFoundError();
    return task;
  }
}
