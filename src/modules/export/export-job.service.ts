import { addAbortSignal } from 'node:stream';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { ExportTaskEntity } from '../../database/entities/export-task.entity';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { type Actor, ANONYMOUS } from '../../domain/account/actor';
import { DeniedError, NotFoundError } from '../../domain/errors';
import { exportFileName } from '../../domain/export/export-file-name';
import { JobRegistry } from '../../jobs/job-queue.port';
import { Tasks, type TaskWork } from '../../jobs/task/task.port';
import { Storage } from '../../storage/storage.port';
import { AccountService } from '../account/account.service';
import { PermissionService } from '../permission/permission.service';
import type { ReadAccess } from '../submission/submission.service';
import { ExportBuildService, type ExportSource } from './export-build.service';
import { failureMessages, INTERRUPTED } from './export-outcome';
import { ExportQuery } from './export.query';
import { ExportRepository } from './export.repository';

/** So many that are over stay, of each user and asset (contract-data 7.1). */
const KEPT = 10;
/** Larger files are of no use to anybody. */
const MOST_BYTES = 64 * 1024 ** 3;
const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
/** What nobody signed in for is not kept for anybody to come back to. */
const ANONYMOUS_KEPT_MS = 30 * MINUTE_MS;

type Work = TaskWork<ExportTaskEntity>;

/** Makes the files of exports in the background, and removes those that nobody needs any more. */
@Injectable()
export class ExportJobService implements OnModuleInit {
  constructor(
    private readonly exports: ExportRepository,
    private readonly owned: ExportQuery,
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
      name: 'export',
      handle: (task, work) => this.carryOut(task, work),
      explain: failureMessages,
      interrupted: INTERRUPTED,
    });
    this.registry.registerChore({
      name: 'remove exports of callers without an account',
      everyMs: 10 * MINUTE_MS,
      run: () => this.removeAnonymous(),
    });
  }

  /** @throws DomainError for what whoever asked can mend */
  private async carryOut(task: ExportTaskEntity, work: Work): Promise<void> {
    const access = await this.accessOf(task);
    let lastSubmissionTime: Date | null = null;
    const source = await this.builds.open(access, task.request, {
      origin: task.origin,
      onProgress: (progress) => {
        work.progress(progress.rows, progress.total);
        ({ lastSubmissionTime } = progress);
      },
    });
    const draft = await this.storage.draft(addAbortSignal(work.signal, source.bytes), MOST_BYTES);
    try {
      // Never kept for good: the bytes are swept once no export names them.
      await draft.promote();
      const { sha256, byteSize } = draft;
      await this.unitOfWork.run(async (transaction) => {
        await this.owned.hold(transaction, task);
        const fileName = await this.freeName(transaction, task, source);
        await this.exports.setOutcome(transaction, task.uid, {
          ...{ fileName, sha256, byteSize },
          lastSubmissionTime,
        });
        await work.complete(transaction, {});
        await this.owned.removeOld(transaction, task, KEPT);
      });
    } finally {
      await draft.discard();
    }
  }

  /** Rights may be gone since the export was asked for. @throws DeniedError */
  private async accessOf({ userId, assetId }: ExportTaskEntity): Promise<ReadAccess> {
    const actor: Actor =
      userId === this.accounts.anonymousUserId ? ANONYMOUS : await this.accounts.actorForJob(userId);
    const assetUid = await this.exports.assetUidOf(assetId);
    if (assetUid === undefined) throw new NotFoundError();
    const access = await this.permissions.prove(actor, assetUid, 'view_submissions');
    if (access === undefined) throw new DeniedError('You may not see the submissions of this project.');
    return access;
  }

  /** A name tells the second in which the file was made; the next one that is free is near enough. */
  private async freeName(
    transaction: Transaction,
    task: ExportTaskEntity,
    { title, options, hasAllVersions }: ExportSource,
  ): Promise<string> {
    for (let made = this.clock.now().getTime(); ; made += SECOND_MS) {
      const name = exportFileName(title, options, hasAllVersions, new Date(made));
      if (!(await this.exports.hasFile(transaction, task, name))) return name;
    }
  }

  private async removeAnonymous(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - ANONYMOUS_KEPT_MS);
    await this.exports.removeEnded(this.accounts.anonymousUserId, before);
  }
}
