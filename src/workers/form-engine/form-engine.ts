import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InvalidError } from '../../domain/errors';
import { DEFAULT_LIMITS } from '../../domain/xlsform/workbook';
import type { FormComparison } from '../../domain/form-history/form-comparison';
import type { FormPart, FormPartContent } from '../../domain/form-history/form-part';
import type { FormOutline } from '../../domain/form-history/form-outline';
import type { PreviewOptions } from '../../domain/xform/compile-xform';
import type { FormFacts } from '../../domain/xform/form-facts';
import { ThreadPool } from '../pool/thread-pool';
import {
  type ContentBytes,
  type DeployableForm,
  type FormCheck,
  type FormInspection,
  type DeploymentIds,
  type FormFile,
  type ReadFormResult,
  type SheetSource,
  type PreparedForm,
  type PreviewedForm,
  type OutputFormat,
  type ReportStyleSource,
  type StandardiseOptions,
  formError,
  type FormFailure,
} from './form-engine-types';
import { runFormTask, type FormTasks } from './form-tasks';

/**
 * Limit on content processed on the event loop. On one core of 2026, 20 kB take 2 ms to standardise and 8 ms to compile,
 * 100 kB 6 and 16 ms, 9 MB 0.5 and 0.9 s; a round trip to a thread takes 0.3 ms.
 */
const MAX_INLINE_BYTES = 32 * 1024;

const TIMEOUT_S = 30;

const TOO_SLOW = `Processing the form took more than ${TIMEOUT_S} s. Make it smaller.`;
const TOO_COMPLEX = 'The form is damaged or too large to process. Make it smaller and retry.';
const TOO_LARGE: ReadFormResult = {
  kind: 'unreadable',
  message: `The file is larger than ${DEFAULT_LIMITS.fileBytes / 1024 / 1024} MB. Split the form.`,
};

type Output<Name extends keyof FormTasks> = Awaited<ReturnType<FormTasks[Name]>>;

/**
 * Reads, standardises, compiles and renders forms within time and memory limits: small ones inline, large ones and all
 * files in worker threads. Every method throws InvalidError for a form beyond the limits, and UnavailableError when the
 * queue is full.
 */
@Injectable()
export class FormEngine implements OnApplicationShutdown {
  private readonly pool = new ThreadPool({
    script: 'workers/form-engine/form-tasks.worker.js',
    maxThreads: 2,
    maxQueue: 16,
    taskTimeoutMs: TIMEOUT_S * 1000,
    // A form of 9 MB compiles in 128 MB.
    heapMb: 192,
    // Fits the file with its inflated entries, or input and output bytes of content.
    externalMemoryMb: 96,
    idleTimeoutMs: 60_000,
    limitError: (limit) => new InvalidError(limit === 'time' ? TOO_SLOW : TOO_COMPLEX),
    taskError: (failure) => formError(failure as FormFailure),
  });

  /** Reads a workbook. Problems of the file are part of the result. */
  async read(file: FormFile): Promise<ReadFormResult> {
    if (file.bytes.length > DEFAULT_LIMITS.fileBytes) return TOO_LARGE;
    try {
      return await this.inThread('read', file);
    } catch (error) {
      if (error instanceof InvalidError) return { kind: 'unreadable', message: error.message };
      throw error;
    }
  }

  /**
   * Standardises content that may be unfinished: it is not validated as a form (decision 16).
   * @throws InvalidError on the field `content` unless it consists of sheets of rows, and on `translations` for invalid
   *   languages
   * @throws FormProblemsError with all problems by sheet, row and column
   */
  standardise(source: SheetSource, standard: StandardiseOptions): Promise<PreparedForm> {
    return this.run(sizeOf(source), 'standardise', source, standard);
  }

  /** Finds what a deployment of the content would refuse. @throws InvalidError unless it consists of sheets of rows */
  check(source: SheetSource, standard: StandardiseOptions): Promise<FormCheck> {
    return this.run(sizeOf(source), 'check', source, standard);
  }

  /** Completes the report styles for an unchanged form. */
  styleReports(content: ContentBytes, reportStyles: ReportStyleSource): Promise<Uint8Array> {
    return this.run(content.length, 'styleReports', content, reportStyles);
  }

  /** Compiles the form for deployment. @throws FormProblemsError */
  deployable(content: ContentBytes, names: DeploymentIds): Promise<DeployableForm> {
    return this.run(content.length, 'deployable', content, names);
  }

  /** Structure of a compiled form, which is XML in UTF-8. */
  facts(xml: Uint8Array): Promise<FormFacts> {
    return this.run(xml.length, 'facts', xml);
  }

  /** Compiles the form for preview. @throws FormProblemsError */
  preview(content: ContentBytes, names: PreviewOptions): Promise<PreviewedForm> {
    return this.run(content.length, 'preview', content, names);
  }

  render(content: ContentBytes, rendition: OutputFormat): Promise<Uint8Array> {
    return this.run(content.length, 'render', content, rendition);
  }

  outline(content: ContentBytes, language?: string): Promise<FormOutline> {
    return this.run(content.length, 'outline', content, language);
  }

  /** Questions and groups that the library can keep. */
  parts(content: ContentBytes): Promise<readonly FormPart[]> {
    return this.run(content.length, 'parts', content);
  }

  /** One of these with the choices that it uses; undefined if the form has no such part. */
  part(content: ContentBytes, path: string): Promise<FormPartContent | undefined> {
    return this.run(content.length, 'part', content, path);
  }

  /** Warnings as at import; none for a form that does not compile. */
  inspect(content: ContentBytes): Promise<FormInspection> {
    return this.run(content.length, 'inspect', content);
  }

  compare(before: ContentBytes, after: ContentBytes): Promise<FormComparison> {
    return this.run(before.length + after.length, 'compare', before, after);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }

  private async run<Name extends keyof FormTasks>(
    size: number,
    name: Name,
    ...inputs: Parameters<FormTasks[Name]>
  ): Promise<Output<Name>> {
    return size > MAX_INLINE_BYTES
      ? this.inThread(name, ...inputs)
      : ((await runFormTask({ name, inputs })) as Output<Name>);
  }

  private async inThread<Name extends keyof FormTasks>(
    name: Name,
    ...inputs: Parameters<FormTasks[Name]>
  ): Promise<Output<Name>> {
    return (await this.pool.run({ name, inputs })) as Output<Name>;
  }
}

/** Parsed sources count as 0: they were small enough to be parsed with the request. */
function sizeOf(source: SheetSource): number {
  return typeof source === 'string' || source instanceof Uint8Array ? source.length : 0;
}
