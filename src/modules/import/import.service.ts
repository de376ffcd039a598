import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ImportTaskEntity } from '../../database/entities/task.entity';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor, UserActor } from '../../domain/account/actor';
import { generateUid, UID_PREFIX } from '../../domain/asset/uid';
import { orNotFound } from '../../domain/errors';
import type { ImportRequest } from '../../domain/import/import-request';
import { EMPTY_PAGE, type Page, type PageWindow } from '../../domain/page';
import { Tasks } from '../../jobs/task/tasks';
import type { StagedFile } from '../../domain/file/staged-file';
import { Storage, StoredFileOwners } from '../../storage/storage.port';
import { ImportRepository } from './import.repository';

export interface ImportInput {
  readonly request: ImportRequest;
  readonly source: StagedFile | Buffer | null;
}

export type ImportTask = Readonly<
  Pick<ImportTaskEntity, 'uid' | 'status' | 'messages' | 'dateCreated' | 'request'>
>;

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
    this.owners.register((sha256s) => this.imports.findReferenced(sha256s));
  }

  /** Accepts the upload; errors of the file are reported by the task. */
  async start(actor: UserActor, { request, source }: ImportInput): Promise<string> {
    const uid = generateUid(UID_PREFIX.importTask, randomBytes);
    const staged = await this.stage(source);
    try {
      // Not confirmed: the storage cleanup deletes the bytes once the task has ended.
      await staged?.promote();
    } finally {
      await staged?.discard();
    }
    const taskRequest = { ...request, ...(actor.from !== undefined && { from: actor.from }) };
    const sourceSha256 = staged?.sha256 ?? null;
    const task = { uid, userId: actor.id, request: taskRequest, sourceSha256, source: null };
    await this.unitOfWork.run((transaction) => this.tasks.start(transaction, task));
    return uid;
  }

  private async stage(source: ImportInput['source']): Promise<StagedFile | null> {
    return Buffer.isBuffer(source) ? this.storage.stage([source], source.length) : source;
  }

  /** Imports of the caller, oldest first; empty for an anonymous caller (decision 9). */
  async list(actor: Actor, { limit, start }: PageWindow): Promise<Page<ImportTask>> {
    if (actor.kind === 'anonymous') return EMPTY_PAGE;
    const [items, count] = await this.imports.list(actor.id, limit, start);
    return { count, items };
  }

  async show(actor: Actor, uid: string): Promise<ImportTask> {
    return orNotFound(actor.kind === 'anonymous' ? null : await this.imports.find(actor.id, uid));
  }
}
