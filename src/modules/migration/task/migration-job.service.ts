import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Semaphore } from '../../../concurrency/limits';
import { Clock } from '../../../config/clock';
import { SecretBox } from '../../../config/secret-key';
import type { MigrationTaskEntity } from '../../../database/entities/task.entity';
import { UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import { DomainError, InvalidError } from '../../../domain/errors';
import type { MigrationMessages, SourceSecret } from '../../../domain/migration/migration-task';
import { Tasks, type TaskExecution } from '../../../jobs/task/tasks';
import { AccountService } from '../../account/account.service';
import type { MigrationObserver, MigrationOptions, MigrationPhase } from '../migration-options';
import { SourcePartError, SourceUnavailableError } from '../migration-source.port';
import { MigrationService } from '../migration.service';
import { MigrationTaskRepository } from '../migration.repository';
import { SourceReaderService } from './source-reader.service';

/** Per process; others wait. */
const MAX_RUNNING = 2;
/** A worker that dies each time it runs a task must not do so for ever. */
const MAX_ATTEMPTS = 20;
/** Endless sources must not keep others waiting: what has been moved is kept, and the next task continues. */
const MAX_DURATION_MS = 24 * 3600_000;

const OPTIONS: Omit<MigrationOptions, 'owner' | 'assetUids'> = {
  owners: undefined,
  createAccounts: false,
  dryRun: false,
  verifyFiles: false,
  concurrency: 4,
};

type Execution = TaskExecution<MigrationTaskEntity>;

/** Runs the moves that users started; continues those of processes that died. */
@Injectable()
export class MigrationJobService implements OnModuleInit {
  private readonly slots = new Semaphore({
    maxConcurrent: MAX_RUNNING,
    maxQueued: Number.MAX_SAFE_INTEGER,
    queueFull: () => new Error('The queue is unbounded.'),
  });

  constructor(
    private readonly tasks: Tasks<MigrationTaskEntity>,
    private readonly states: MigrationTaskRepository,
    private readonly migrations: MigrationService,
    private readonly sources: SourceReaderService,
    private readonly accounts: AccountService,
    private readonly box: SecretBox,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.tasks.register({
      name: 'migrations',
      handle: (task, execution) => {
        execution.releaseSlot();
        return this.slots.run(() => this.run(task, execution));
      },
      failureMessages,
      maxAttempts: MAX_ATTEMPTS,
      interruptedMessages: {
        error: 'The service was interrupted too often. Start again: what has been moved is kept.',
      },
    });
  }

  private async run(task: MigrationTaskEntity, execution: Execution): Promise<void> {
    execution.signal.throwIfAborted();
    const owner = await this.accounts.actorForJob(task.userId);
    const sealed = await this.states.readToken(task.uid);
    if (sealed === undefined) return;
    const { from, source, assetUids } = task.request;
    const credentials = { from, source, secret: JSON.parse(this.box.open(sealed)) as SourceSecret };
    const signal = AbortSignal.any([execution.signal, AbortSignal.timeout(MAX_DURATION_MS)]);
    const observer = this.observe(task, execution);
    try {
      const report = await this.sources.withSource(owner, credentials, signal, (server) =>
        this.migrations.run(server, { ...OPTIONS, owner, assetUids }, observer),
      );
      // Assets that others share there are not of interest.
      const messages = { report: { ...report, omitted: [] } };
      await this.unitOfWork.run((transaction) => execution.complete(transaction, messages));
    } catch (error) {
      if (error instanceof SourceUnavailableError || error instanceof SourcePartError)
        throw new InvalidError(error.message);
      throw error;
    }
  }

  private observe(task: MigrationTaskEntity, execution: Execution): MigrationObserver {
    let submissions = 0;
    const started = ({ phase, asset, position, total }: MigrationPhase): void => {
      submissions = asset.submissions ?? 0;
      execution.progress(0, submissions);
      const { uid, name } = asset;
      const step = { phase, uid, name, position, total, started: this.clock.now().toISOString() };
      // Progress must not fail the move.
      void this.states.saveStep(task, step).catch(() => undefined);
    };
    return { started, submissionsDone: (count) => execution.progress(count, Math.max(count, submissions)) };
  }
}

/** Errors that the user cannot fix stay private. */
function failureMessages(error: unknown): MigrationMessages {
  return {
    error:
      error instanceof DomainError
        ? error.message
        : 'An internal error occurred. Start again later: what has been moved is kept.',
  };
}
