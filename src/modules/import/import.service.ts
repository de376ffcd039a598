import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ImportTaskEntity } from '../../database/entities/import-task.entity';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor, UserActor } from '../../domain/account/actor';
import { makeUid, UID_PREFIX } from '../../domain/asset/uid';
import { NotFoundError } from '../../domain/errors';
import type { ImportRequest } from '../../domain/import/import-request';
import { EMPTY_PAGE, type Page, type PageWindow } from '../../domain/page';
import { Tasks } from '../../jobs/task/task.port';
import type { Draft } from '../../domain/file/draft';
import { Storage } from '../../storage/storage.port';
import { StoredFileOwners } from '../../storage/stored-file-owners.port';
import { ImportRepository } from './import.repository';

export interface ImportInput {
  readonly request: ImportRequest;
  /** The workbook; null when the caller sent none. */
  readonly source: Draft | Buffer | null;
}

/** An import as its owner sees it. */
export type ImportTask = Readonly<Pick<ImportTaskEntity, 'uid' | 'status' | 'messages' | 'dateCreated'>>;

/** Takes uploaded forms in, and tells what became of them. */
@Injectable()
export class ImportService implements OnModuleInit {
  constructor(
    private readonly imports: ImportRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly tasks: Tasks<ImportTaskEntity>,
    private readonly storage: Storage,
    private readonly owners: StoredFileOwners,
  ) {}

  onModuleInit(): void {
    this.owners.register((sha256s) => this.imports.named(sha256s));
  }

  /** Accepts the upload; what is wrong with it shows in the task. */
  async start(actor: UserActor, { request, source }: ImportInput): Promise<string> {
    const uid = makeUid(UID_PREFIX.importTask, randomBytes);
    const draft = await this.draftOf(source);
    try {
      // Never kept for good: the bytes are swept once the task has ended.
      await draft?.promote();
    } finally {
      await draft?.discard();
    }
    const told = { ...request, ...(actor.from !== undefined && { from: actor.from }) };
    const task = { uid, userId: actor.id, request: told, sourceSha256: draft?.sha256 ?? null, source: null };
    await this.unitOfWork.run((transaction) => this.tasks.start(transaction, task));
    return uid;
  }

  private async draftOf(source: ImportInput['source']): Promise<Draft | null> {
    return Buffer.isBuffer(source) ? this.storage.draft(Readable.from([source]), source.length) : source;
  }

  /** The caller's own tasks, oldest first; none for an anonymous caller (decision 14). */
  async list(actor: Actor, { limit, start }: PageWindow): Promise<Page<ImportTask>> {
    if (actor.kind === 'anonymous') return EMPTY_PAGE;
    const [items, count] = await this.imports.list(actor.id, limit, start);
    return { count, items };
  }

  async show(actor: Actor, uid: string): Promise<ImportTask> {
    const task = actor.kind === 'anonymous' ? null : await this.imports.find(actor.id, uid);
    if (task === null) throw new NotFoundError();
    return task;
  }
}
