import { availableParallelism } from 'node:os';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { TooLargeError } from '../../domain/errors';
import { type AnswerPath, hasElement } from '../../domain/submission/answer-path';
import { type InstanceFacts, readInstanceFacts } from '../../domain/submission/instance-facts';
import { type FlatInstance, flattenInstance } from '../../domain/submission/instance-flattening';
import { parseInstance } from '../../domain/submission/instance-parser';
import { type InstanceChange, rewriteInstance } from '../../domain/submission/instance-rewriting';
import { writeInstance } from '../../domain/submission/instance-writer';
import { ThreadPool } from '../pool/thread-pool';
import { InstanceReader, type OpenInstance } from './instance-reader.port';
import { errorOf, type InstanceFailure, type InstanceTask } from './instance-work';

/**
 * Instances up to this length are read where they come in, nearly all that people fill in. As many elements as fit into it
 * take 20 to 40 ms on one core of 2026; 200 000 of them, the most that is taken, half a second.
 */
const INLINE_CHARACTERS = 64 * 1024;

/** The tree of 200 000 elements, and the text beside it. */
const HEAP_MB = 256;
const OUTSIDE_HEAP_MB = 64;
const MOST_SECONDS = 20;
const IDLE_MS = 60_000;
const MOST_THREADS = 2;
const MOST_WAITING = 32;

const TOO_MUCH = 'Submission rejected: the XML takes too long to read. Send it in smaller parts.';

/** Small instances here and now, large ones in threads. */
@Injectable()
export class ThreadedInstanceReader extends InstanceReader implements OnApplicationShutdown {
  private readonly pool = new ThreadPool({
    script: 'instances/instance-work.worker.js',
    threads: Math.min(MOST_THREADS, availableParallelism()),
    waiting: MOST_WAITING,
    taskMs: MOST_SECONDS * 1000,
    heapMb: HEAP_MB,
    outsideHeapMb: OUTSIDE_HEAP_MB,
    idleMs: IDLE_MS,
    overrun: () => new TooLargeError(TOO_MUCH),
    failed: (failure) => errorOf(failure as InstanceFailure),
  });

  async open(xml: string): Promise<OpenInstance> {
    if (xml.length <= INLINE_CHARACTERS) {
      const document = parseInstance(xml);
      return {
        facts: readInstanceFacts(document),
        flatten: async (form) => flattenInstance(document, form),
      };
    }
    return {
      facts: (await this.inThread({ kind: 'facts', xml })) as InstanceFacts,
      flatten: async (form) => (await this.inThread({ kind: 'answers', xml, form })) as FlatInstance,
    };
  }

  async rewrite(xml: string, change: InstanceChange): Promise<string> {
    if (xml.length > INLINE_CHARACTERS)
      return (await this.inThread({ kind: 'rewrite', xml, change })) as string;
    return writeInstance(rewriteInstance(parseInstance(xml), change));
  }

  async hasElement(xml: string, path: AnswerPath): Promise<boolean> {
    if (xml.length > INLINE_CHARACTERS)
      return (await this.inThread({ kind: 'element', xml, path })) as boolean;
    return hasElement(parseInstance(xml), path);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }

  private inThread(task: InstanceTask): Promise<unknown> {
    return this.pool.run(task);
  }
}
