import { addAbortSignal } from 'node:stream';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { KeyedMutex, Semaphore } from '../../concurrency/limits';
import { Clock } from '../../config/clock';
import type { ExportMessages, ExportTaskEntity } from '../../database/entities/task.entity';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { type Actor, ANONYMOUS } from '../../domain/account/actor';
import { DeniedError, DomainError, orNotFound } from '../../domain/errors';
import { exportFileName } from '../../domain/export/export-file-name';
import { JobRegistry } from '../../jobs/job-queue.port';
import { Tasks, type TaskExecution } from '../../jobs/task/tasks';
import { Storage } from '../../storage/storage.port';
import { AccountService } from '../account/account.service';
import { PermissionService } from '../permission/permission.service';
import type { ReadAccess } from '../submission/read/submission.service';
import { ExportBuildService, type ExportSource } from './export-build.service';
import { ExportRepository } from './export.repository';

const EXPORT_INTERRUPTED: ExportMessages = {
  error_type: 'Interrupted',
  error: 'The server stopped during the export. Create it again.',
};

/** Messages of a failed export; other errors than domain errors stay private. */
function exportFailureMessages(error: unknown): ExportMessages {
  return error instanceof DomainError
    ? { error_type: error.name, error: error.message }
    : { error_type: 'InternalError', error: 'An internal error occurred. Retry later.' };
}

/** Finished exports retained per user and asset (contract-data 7.1). */
const MAX_FINISHED_EXPORTS = 10;
const MAX_FILE_BYTES = 64 * 1024 ** 3;
const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const ANONYMOUS_RETENTION_MS = 30 * MINUTE_MS;

/** At once in a process, in and out of the job slots. */
const MAX_RUNNING = 4;
/** An export that takes longer leaves its job slot to others. */
const IN_SLOT_MS = SECOND_MS;

type Execution = TaskExecution<ExportTaskEntity>;

/** Creates export files in background jobs, and deletes old ones. */
@Injectable()
export class ExportJobService implements OnModuleInit {
  /** One export of a person at a time: the others give their job slots to other people's. */
  private readonly turns = new KeyedMutex();
  private readonly running = new Semaphore({
    maxConcurrent: MAX_RUNNING,
    maxQueued: Number.MAX_SAFE_INTEGER,
    queueFull: () => new Error('The queue is unbounded.'),
  });

  constructor(
    private readonly exports: ExportRepository,
    private readonly builds: ExportBuildService,
    private readonly accounts: AccountService,
    private readonly permissions: PermissionService,
    private readonly storage: Storage,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly tasks: Tasks<ExportTaskEntity>,
    private readonly registry: JobRegistry,
  ) {}

  onModuleInit(): void {
    this.tasks.register({
      name: 'exports',
      handle: (task, execution) => {
        const key = this.turnOf(task);
        if (this.turns.isBusy(key)) execution.releaseSlot();
        const release = setTimeout(() => execution.releaseSlot(), IN_SLOT_MS);
        return this.turns
          .runExclusive(key, () => this.running.run(() => this.run(task, execution)))
          .finally(() => clearTimeout(release));
      },
      failureMessages: exportFailureMessages,
      interruptedMessages: EXPORT_INTERRUPTED,
    });
    this.registry.registerScheduled({
      name: 'anonymous-exports.delete',
      intervalMs: 10 * MINUTE_MS,
      run: () => this.deleteExpiredAnonymous(),
    });
  }

  /** Callers without an account share one; they have one export of each asset. */
  private turnOf({ userId, assetId }: ExportTaskEntity): number {
    return userId === this.accounts.anonymousUserId ? -assetId : userId;
  }

  /** @throws DomainError for a failure that the user can fix */
  private async run(task: ExportTaskEntity, execution: Execution): Promise<void> {
    execution.signal.throwIfAborted();
    const access = await this.authorize(task);
    let lastSubmissionTime: Date | null = null;
    const source = await this.builds.open(access, task.request, {
      origin: task.origin,
      onProgress: (progress) => {
        execution.progress(progress.rows, progress.total);
        ({ lastSubmissionTime } = progress);
      },
    });
    const staged = await this.storage.stage(addAbortSignal(execution.signal, source.bytes), MAX_FILE_BYTES);
    try {
      // Not confirmed: the storage cleanup deletes the bytes once no export references them.
      await staged.promote();
      const { sha256, byteSize } = staged;
      await this.unitOfWork.run(async (transaction) => {
        await this.exports.lockOwner(transaction, task);
        const fileName = await this.findFreeName(transaction, task, source);
        await this.exports.setFile(transaction, task.uid, {
          fileName,
          sha256,
          byteSize,
          lastSubmissionTime,
        });
        await execution.complete(
          transaction,
          source.warnings.length === 0 ? {} : { warnings: source.warnings },
        );
        await this.exports.deleteOld(transaction, task, MAX_FINISHED_EXPORTS);
      });
    } finally {
      await staged.discard();
    }
  }

  /** Permissions may have been revoked since the request. @throws DeniedError */
  private async authorize({ userId, assetId }: ExportTaskEntity): Promise<ReadAccess> {
    const actor: Actor =
      userId === this.accounts.anonymousUserId ? ANONYMOUS : await this.accounts.actorForJob(userId);
    const assetUid = orNotFound(await this.exports.findAssetUid(assetId));
    const access = await this.permissions.authorize(actor, assetUid, 'view_submissions');
    if (access === undefined)
      throw new DeniedError('You do not have permission to view the submissions of this project.');
    return access;
  }

  /** File names contain the time in seconds: takes the next unused second. */
  private async findFreeName(
    transaction: Transaction,
    task: ExportTaskEntity,
    { title, options, hasAllVersions }: ExportSource,
  ): Promise<string> {
    for (let time = this.clock.now().getTime(); ; time += SECOND_MS) {
      const name = exportFileName(title, options, hasAllVersions, new Date(time));
      if (!(await this.exports.hasFile(transaction, task, name))) return name;
    }
  }

  private async deleteExpiredAnonymous(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - ANONYMOUS_RETENTION_MS);
    await this.exports.deleteEnded(this.accounts.anonymousUserId, before);
  }
}
