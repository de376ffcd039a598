import { ExportText } from '../../domain/export/export-text';
import { type SpssFile, spssFiles } from '../../domain/export/spss-labels';
import type { ExportedForm } from '../../domain/export/export-plan';
import type { ExportOptions } from '../../domain/export/export-request';
import type { ExportLayout } from '../../domain/export/row-format';

export interface ExportDefinition {
  readonly form: ExportedForm;
  readonly options: ExportOptions;
}

const INITIAL_CAPACITY = 64 * 1024;
/** Buffers beyond this are not kept for the next step. */
const MAX_KEPT_CAPACITY = 4 * 1024 * 1024;
const MAX_BYTES_PER_UNIT = 3;

/** Builds UTF-8 bytes from small pieces, without one long string that would be costly to collect. */
export class Utf8Text {
  private static readonly encoder = new TextEncoder();
  private buffer = new Uint8Array(0);
  private length = 0;

  append(text: string): void {
    const needed = this.length + text.length * MAX_BYTES_PER_UNIT;
    if (needed > this.buffer.length) this.grow(needed);
    this.length += Utf8Text.encoder.encodeInto(text, this.buffer.subarray(this.length)).written;
  }

  /** Returns a copy of the bytes appended so far and resets the builder. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.buffer.slice(0, this.length);
    this.length = 0;
    if (this.buffer.length > MAX_KEPT_CAPACITY) this.buffer = new Uint8Array(0);
    return bytes;
  }

  private grow(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, INITIAL_CAPACITY, this.buffer.length * 2));
    larger.set(this.buffer.subarray(0, this.length));
    this.buffer = larger;
  }
}

const NEW_LINE = 10;

export type ExportStep =
  | { readonly kind: 'layout' }
  | { readonly kind: 'labels' }
  /** Newline-delimited JSON of submissions in UTF-8, and the rows of each section before them. */
  | { readonly kind: 'rows'; readonly lines: Uint8Array; readonly rowsBefore: readonly number[] };

/** Step for a worker thread, which caches the last definition by key. */
export interface ExportWorkerTask {
  readonly key: string;
  /** JSON of the definition, in shared memory. */
  readonly definition: Uint8Array;
  readonly step: ExportStep;
}

/** Last export of this thread: steps of one export tend to follow each other. */
let last: { readonly key: string; readonly steps: ExportSteps } | undefined;

export function runExportTask({ key, definition, step }: ExportWorkerTask): unknown {
  if (last?.key !== key) {
    const bytes = Buffer.from(Uint8Array.from(definition));
    last = { key, steps: new ExportSteps(JSON.parse(bytes.toString()) as ExportDefinition) };
  }
  return last.steps.run(step);
}

export class ExportSteps {
  private readonly text: ExportText;
  private readonly texts: readonly Utf8Text[];

  constructor(private readonly definition: ExportDefinition) {
    this.text = new ExportText(definition.form, definition.options);
    this.texts = this.text.plan.sections.map(() => new Utf8Text());
  }

  run(step: ExportStep): unknown {
    switch (step.kind) {
      case 'layout':
        return this.layout();
      case 'labels':
        return this.labels();
      case 'rows':
        return this.rows(step.lines, step.rowsBefore);
    }
  }

  layout(): ExportLayout {
    const { plan, format } = this.text;
    const sections = plan.sections.map(({ title }, section) => ({
      title,
      isShown: plan.isShown[section]!,
      columnCount: plan.sections[section]!.headers.length,
      headerRows: plan.sections[section]!.tags === undefined ? 1 : 2,
      head: format.head(section),
      view: format.view?.(section),
      table: format.table?.(section),
    }));
    const { labels, separator, tail } = format;
    return { sections, labels, separator, tail, unknownFields: plan.unknownFields };
  }

  labels(): SpssFile[] {
    return spssFiles(this.text.plan, this.definition.form);
  }

  /** @returns the row counts by section so far, then the text of each section, to be transferred */
  rows(lines: Uint8Array, rowsBefore: readonly number[]): [readonly number[], ...Uint8Array[]] {
    const json = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
    const { texts } = this;
    const counts = texts.map((_, section) => rowsBefore[section] ?? 0);
    for (let from = 0; from < json.length;) {
      const end = json.indexOf(NEW_LINE, from);
      this.text.write(json.toString('utf8', from, end), counts, (section, text) =>
        texts[section]!.append(text),
      );
      from = end + 1;
    }
    return [counts, ...texts.map((text) => text.take())];
  }
}
