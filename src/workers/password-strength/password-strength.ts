import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { UnavailableError } from '../../domain/errors';
import { ThreadPool } from '../pool/thread-pool';
import type { StrengthTask } from './strength-task';

/**
 * Estimates how many guesses find a password, in a worker thread: its dictionaries take 20 MB, which an idle service
 * gives back, and no text of a caller takes the event loop.
 */
@Injectable()
export class PasswordStrength implements OnApplicationShutdown {
  private readonly pool = new ThreadPool({
    script: 'workers/password-strength/strength-task.worker.js',
    maxThreads: 1,
    maxQueue: 200,
    taskTimeoutMs: 10_000,
    heapMb: 128,
    externalMemoryMb: 32,
    idleTimeoutMs: 10_000,
    limitError: () => new UnavailableError('The password takes too long to check. Retry in a few seconds.'),
  });

  /** @throws UnavailableError when the queue is full or the service stops */
  async estimateGuesses(task: StrengthTask): Promise<number> {
    return (await this.pool.run(task)) as number;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }
}
