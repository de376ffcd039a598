import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InvalidError } from '../../domain/errors';
import type { ExportLayout } from '../../domain/export/row-format';
import type { SpssFile } from '../../domain/export/spss-labels';
import { transferableBuffers } from '../pool/serve-tasks';
import { ThreadPool } from '../pool/thread-pool';
import { type ExportDefinition, type ExportStep, type ExportWorkerTask, ExportSteps } from './export-steps';

export interface WrittenRows {
  /** UTF-8 text by section. */
  readonly texts: readonly Uint8Array[];
  /** Rows by section so far. */
  readonly counts: readonly number[];
}

/** Limit on definition plus rows for the event loop: 32 kB of rows take 1 ms, 1 MB 30 ms (one core of 2026). */
const MAX_INLINE_CHARACTERS = 32 * 1024;

const TOO_LARGE = 'The form is too large to export. Exclude questions by `fields`, or older versions.';

/** Formats submissions as export text: small exports inline, large ones in worker threads. */
@Injectable()
export class ExportWriter implements OnApplicationShutdown {
  private readonly pool = new ThreadPool({
    script: 'workers/export-writer/export-steps.worker.js',
    maxThreads: 2,
    // Each export runs one step at a time, and was admitted by its memory: a full queue would break its response.
    maxQueue: Infinity,
    taskTimeoutMs: 30_000,
    // Fits the plan of a 9 MB form in many versions, and 2 MB of rows as JSON, values and text.
    heapMb: 128,
    externalMemoryMb: 64,
    idleTimeoutMs: 30_000,
    limitError: () => new InvalidError(TOO_LARGE),
  });

  open(definition: ExportDefinition): ExportSession {
    return new ExportSession(definition, this.pool);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }
}

/** Writes one export. */
export class ExportSession {
  private readonly key = randomUUID();
  private readonly sharedDefinition: Uint8Array;
  private inline: ExportSteps | undefined;

  constructor(
    private readonly definition: ExportDefinition,
    private readonly pool: ThreadPool,
  ) {
    const json = Buffer.from(JSON.stringify(definition));
    this.sharedDefinition = new Uint8Array(new SharedArrayBuffer(json.length));
    this.sharedDefinition.set(json);
  }

  async layout(): Promise<ExportLayout> {
    return (await this.run({ kind: 'layout' }, 0)) as ExportLayout;
  }

  /** Returns SPSS label files, which have no rows. */
  async labels(): Promise<readonly SpssFile[]> {
    return (await this.run({ kind: 'labels' }, 0)) as SpssFile[];
  }

  /**
   * Writes rows.
   * @param lines newline-delimited JSON of submissions in UTF-8; may be transferred, and so detached
   * @param rowsBefore rows by section before these
   */
  async write(lines: Uint8Array, rowsBefore: readonly number[]): Promise<WrittenRows> {
    const step: ExportStep = { kind: 'rows', lines, rowsBefore };
    const [counts, ...texts] = (await this.run(step, lines.length)) as [number[], ...Uint8Array[]];
    return { texts, counts };
  }

  private async run(step: ExportStep, bytes: number): Promise<unknown> {
    if (this.sharedDefinition.length + bytes > MAX_INLINE_CHARACTERS) {
      const task: ExportWorkerTask = { key: this.key, definition: this.sharedDefinition, step };
      return this.pool.run(task, step.kind === 'rows' ? transferableBuffers(step.lines) : []);
    }
    this.inline ??= new ExportSteps(this.definition);
    return this.inline.run(step);
  }
}
