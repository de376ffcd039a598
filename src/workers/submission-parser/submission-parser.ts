import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { TooLargeError } from '../../domain/errors';
import type { AnswerPath } from '../../domain/submission/answer-changes';
import {
  type FlatInstance,
  flattenInstance,
  type FormPaths,
} from '../../domain/submission/instance-flattening';
import {
  parseInstance,
  type InstanceFacts,
  readInstanceFacts,
} from '../../domain/submission/instance-parser';
import { type EntityNode, readEntityNodes } from '../../domain/entity/entity-node';
import type { EntityFact } from '../../domain/xform/entity-facts';
import type { EditedForm } from '../../domain/submission/edit-merging';
import type { InstanceChange } from '../../domain/submission/instance-meta';
import { ThreadPool } from '../pool/thread-pool';
import { type ParserTask, runParserTask } from './parser-task';

export interface ParsedSubmission {
  readonly facts: InstanceFacts;
  /** Returns the answers by the paths of the form. @throws TooLargeError when the names together are too long */
  flatten(form: FormPaths): Promise<FlatInstance>;
  /** Returns the entities that the instance creates or updates. */
  entities(facts: readonly EntityFact[]): Promise<EntityNode[]>;
}

/**
 * Limit on XML parsed on the event loop; covers nearly all submissions. The most elements that fit take 20 to 40 ms on one
 * core of 2026; 200 000, the limit of an instance, half a second.
 */
const MAX_INLINE_CHARACTERS = 64 * 1024;

const TOO_LARGE = 'Submission rejected: the XML takes too long to parse. Send it in smaller parts.';

/** Parses and rewrites the XML of submissions: small ones inline, large ones in worker threads. */
@Injectable()
export class SubmissionParser implements OnApplicationShutdown {
  private readonly pool = new ThreadPool({
    script: 'workers/submission-parser/parser-task.worker.js',
    maxThreads: 2,
    maxQueue: 32,
    taskTimeoutMs: 20_000,
    // Fits the tree of 200 000 elements with its text.
    heapMb: 256,
    externalMemoryMb: 64,
    idleTimeoutMs: 60_000,
    limitError: () => new TooLargeError(TOO_LARGE),
  });

  /**
   * @throws InvalidError unless the XML is an instance, TooLargeError beyond its limits, UnavailableError when the queue
   *   is full
   */
  async parse(xml: string): Promise<ParsedSubmission> {
    if (xml.length <= MAX_INLINE_CHARACTERS) {
      const document = parseInstance(xml);
      return {
        facts: readInstanceFacts(document),
        flatten: async (form) => flattenInstance(document, form),
        entities: async (facts) => readEntityNodes(document, facts),
      };
    }
    return {
      facts: (await this.run({ kind: 'facts', xml })) as InstanceFacts,
      flatten: async (form) => (await this.run({ kind: 'answers', xml, form })) as FlatInstance,
      entities: async (facts) => (await this.run({ kind: 'entities', xml, facts })) as EntityNode[],
    };
  }

  /** Applies a change to the XML. @throws InvalidError for paths that do not fit the instance */
  async rewrite(xml: string, change: InstanceChange): Promise<string> {
    return (await this.run({ kind: 'rewrite', xml, change })) as string;
  }

  /**
   * Adds to an edit what its sender could not know of the stored submission (contract-data 4.7).
   * @param form XForm that the edit was made with, or its nodes
   * @returns undefined if the edit stays as it was sent
   */
  async merge(xml: string, stored: string, form: string | EditedForm): Promise<string | undefined> {
    return (await this.run({ kind: 'merge', xml, stored, form })) as string | undefined;
  }

  /** Returns whether the instance has an element at the path, empty or not. */
  async hasElement(xml: string, path: AnswerPath): Promise<boolean> {
    return (await this.run({ kind: 'element', xml, path })) as boolean;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }

  private async run(task: ParserTask): Promise<unknown> {
    return charactersOf(task) <= MAX_INLINE_CHARACTERS ? runParserTask(task) : this.pool.run(task);
  }
}

function charactersOf(task: ParserTask): number {
  if (task.kind !== 'merge') return task.xml.length;
  const { xml, stored, form } = task;
  return xml.length + stored.length + (typeof form === 'string' ? form.length : 0);
}
