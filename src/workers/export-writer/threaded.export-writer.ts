import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InvalidError } from '../../domain/errors';
import type { SpssFile } from '../../domain/export/spss-labels';
import { ownBytes } from '../pool/own-bytes';
import { ThreadPool } from '../pool/thread-pool';
import { type ExportStep, type ExportTask, ExportWork } from './export-work';
import {
  type ExportLayout,
  type ExportRecipe,
  ExportWriter,
  type OpenExport,
  type WrittenRows,
} from './export-writer.port';

/**
 * A form and rows up to this size are worked on where they are asked for. Measured on one core of 2026: 32 kB of rows take
 * 1 ms, 1 MB 30 ms.
 */
const INLINE_CHARACTERS = 32 * 1024;

/** The plan of a form of 9 MB in many versions, and 2 MB of rows as JSON, values and text. */
const HEAP_MB = 128;
const OUTSIDE_HEAP_MB = 64;
const MOST_SECONDS = 30;
const IDLE_MS = 30_000;
const MOST_THREADS = 2;
/** Each export has one step at a time on its way. */
const MOST_WAITING = 32;

const TOO_MUCH = 'The form is too large to export; leave out questions by `fields`, or older versions.';

/** Small exports here and now, the rows of large ones in threads. */
@Injectable()
export class ThreadedExportWriter extends ExportWriter implements OnApplicationShutdown {
  private readonly pool = new ThreadPool({
    script: 'exports/export-work.worker.js',
    threads: Math.min(MOST_THREADS, availableParallelism()),
    waiting: MOST_WAITING,
    taskMs: MOST_SECONDS * 1000,
    heapMb: HEAP_MB,
    outsideHeapMb: OUTSIDE_HEAP_MB,
    idleMs: IDLE_MS,
    overrun: () => new InvalidError(TOO_MUCH),
    failed: (failure) => new Error(String(failure)),
  });

  open(recipe: ExportRecipe): OpenExport {
    return new ThreadedExport(recipe, this.pool);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }
}

class ThreadedExport implements OpenExport {
  private readonly key = randomUUID();
  private readonly recipe: Uint8Array;
  /** Made when the first step is small enough to be done here. */
  private here: ExportWork | undefined;

  constructor(
    private readonly source: ExportRecipe,
    private readonly pool: ThreadPool,
  ) {
    const json = Buffer.from(JSON.stringify(source));
    this.recipe = new Uint8Array(new SharedArrayBuffer(json.length));
    this.recipe.set(json);
  }

  async layout(): Promise<ExportLayout> {
    return (await this.do({ kind: 'layout' }, 0)) as ExportLayout;
  }

  async labels(): Promise<readonly SpssFile[]> {
    return (await this.do({ kind: 'labels' }, 0)) as SpssFile[];
  }

  async write(lines: Uint8Array, before: readonly number[]): Promise<WrittenRows> {
    const step: ExportStep = { kind: 'rows', lines, before };
    const [counts, ...texts] = (await this.do(step, lines.length)) as [number[], ...Uint8Array[]];
    return { texts, counts };
  }

  private async do(step: ExportStep, bytes: number): Promise<unknown> {
    if (this.recipe.length + bytes > INLINE_CHARACTERS) {
      const task: ExportTask = { key: this.key, recipe: this.recipe, step };
      return this.pool.run(task, step.kind === 'rows' ? ownBytes(step.lines) : []);
    }
    this.here ??= new ExportWork(this.source);
    return this.here.do(step);
  }
}
