import type { ExportOptions } from '../../domain/export/export-options';
import type { ExportedForm } from '../../domain/export/export-plan';
import type { SpssFile } from '../../domain/export/spss-labels';

/** What an export is made by: plain data. */
export interface ExportRecipe {
  readonly form: ExportedForm;
  readonly options: ExportOptions;
}

/** A section of an export, the top level first. */
export interface SectionLayout {
  readonly title: string;
  /** One that is not shown only counts its rows. */
  readonly isShown: boolean;
  /** What stands before its rows. */
  readonly head: string;
}

/** What an export consists of beside its rows. */
export interface ExportLayout {
  readonly sections: readonly SectionLayout[];
  /** What every row begins with and the first one leaves out. */
  readonly separator: string;
  readonly tail: string;
}

/** Rows that were written. */
export interface WrittenRows {
  /** UTF-8, of each section. */
  readonly texts: readonly Uint8Array[];
  /** Rows of each section up to here. */
  readonly counts: readonly number[];
}

/** An export that is being written. */
export interface OpenExport {
  layout(): Promise<ExportLayout>;
  /**
   * @param lines JSON of some submissions in UTF-8, each ended by a line break; its memory may be handed over
   * @param before rows of each section before these
   */
  write(lines: Uint8Array, before: readonly number[]): Promise<WrittenRows>;
  /** Files of labels: they have no rows. */
  labels(): Promise<readonly SpssFile[]>;
}

/** Turns submissions into the text of exports, away from the event loop where that takes time. */
export abstract class ExportWriter {
  abstract open(recipe: ExportRecipe): OpenExport;
}
