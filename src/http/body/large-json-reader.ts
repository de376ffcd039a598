import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InvalidError, TooLargeError } from '../../domain/errors';
import { ownBytes } from '../../workers/pool/own-bytes';
import { ThreadPool } from '../../workers/pool/thread-pool';
import { JsonText } from '../json-text';
import type { LargeBody, LargeJson } from './read-large-json';

const TOO_MUCH = 'The JSON takes too much to read; send less at a time.';

/** Reads large bodies of JSON in a thread, one after the other. */
@Injectable()
export class LargeJsonReader implements OnApplicationShutdown {
  private readonly pool = new ThreadPool({
    script: 'http/body/large-json.worker.js',
    threads: 1,
    waiting: 8,
    taskMs: 10_000,
    heapMb: 192,
    outsideHeapMb: 64,
    idleMs: 60_000,
    overrun: () => new InvalidError(TOO_MUCH),
    failed: (failure) => new Error(failure as string),
  });

  /**
   * The members of a body, whose bytes are gone behind this; those that are large themselves as `JsonText`.
   * @throws InvalidError for what is no JSON object
   * @throws TooLargeError for more values or members than may come
   * @throws UnavailableError when too many bodies wait
   */
  async read(json: LargeJson): Promise<Record<string, unknown>> {
    const body = (await this.pool.run(json, ownBytes(json))) as LargeBody;
    switch (body.kind) {
      case 'invalid':
        throw new InvalidError(body.message);
      case 'too-large':
        throw new TooLargeError(body.message);
      case 'object': {
        const large = Object.entries(body.large).map(([name, bytes]) => [name, new JsonText(bytes)] as const);
        return { ...body.rest, ...Object.fromEntries(large) };
      }
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }
}
