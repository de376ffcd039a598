import type { ExportOptions } from '../../domain/export/export-request';
import type { ExportedForm } from '../../domain/export/export-plan';
import type { ExportTable, LabelSection } from '../../domain/export/row-format';
import type { SpssFile } from '../../domain/export/spss-labels';

import type { SheetView } from '../../domain/workbook/xlsx-stream';

export interface ExportDefinition {
  readonly form: ExportedForm;
  readonly options: ExportOptions;
}

/** A section of an export, the top level first. */
export interface SectionLayout {
  readonly title: string;
  /** Hidden sections only count their rows. */
  readonly isShown: boolean;
  readonly head: string;
  readonly view: SheetView | undefined;
  readonly table: ExportTable | undefined;
}

/** Text of an export around its rows. */
export interface ExportLayout {
  readonly sections: readonly SectionLayout[];
  readonly labels: LabelSection | undefined;
  /** Text between rows. */
  readonly separator: string;
  readonly tail: string;
}

export interface WrittenRows {
  /** UTF-8 text by section. */
  readonly texts: readonly Uint8Array[];
  /** Rows by section so far. */
  readonly counts: readonly number[];
}

export interface ExportSession {
  layout(): Promise<ExportLayout>;
  /**
   * Writes rows.
   * @param lines newline-delimited JSON of submissions in UTF-8; may be transferred, and so detached
   * @param rowsBefore rows by section before these
   */
  write(lines: Uint8Array, rowsBefore: readonly number[]): Promise<WrittenRows>;
  /** Returns SPSS label files, which have no rows. */
  labels(): Promise<readonly SpssFile[]>;
}

/** Formats submissions as export text; large ones in worker threads. */
export abstract class ExportWriter {
  abstract open(definition: ExportDefinition): ExportSession;
}
