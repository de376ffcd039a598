import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InvalidError } from '../../domain/errors';
import { transferableBuffers } from '../../workers/pool/task-failure';
import { ThreadPool } from '../../workers/pool/thread-pool';
import { JsonText } from '../json-text';
import type { LargeBody, LargeJson } from './read-json';

const TOO_LARGE = 'The JSON is too large to parse. Send less at a time.';

/** Parses large JSON bodies in one worker thread. */
@Injectable()
export class LargeJsonReader implements OnApplicationShutdown {
  private readonly pool = new ThreadPool({
    script: 'http/body/large-json.worker.js',
    maxThreads: 1,
    maxQueue: 8,
    taskTimeoutMs: 10_000,
    heapMb: 192,
    externalMemoryMb: 64,
    idleTimeoutMs: 60_000,
    limitError: () => new InvalidError(TOO_LARGE),
  });

  /**
   * Returns the members of a JSON object, large ones as `JsonText`. Transfers, and so detaches, the bytes.
   * @throws InvalidError when the body is not a JSON object
   * @throws TooLargeError for too many values or members
   * @throws UnavailableError when the queue is full
   */
  async read(json: LargeJson): Promise<Record<string, unknown>> {
    const { rest, large } = (await this.pool.run(json, transferableBuffers(json))) as LargeBody;
    const texts = Object.entries(large).map(([name, bytes]) => [name, new JsonText(bytes)] as const);
    return { ...rest, ...Object.fromEntries(texts) };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }
}
