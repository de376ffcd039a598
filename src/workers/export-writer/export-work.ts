import { ExportText } from '../../domain/export/export-text';
import { Utf8Text } from '../../domain/text/utf8-text';
import { type SpssFile, spssFiles } from '../../domain/export/spss-labels';
import type { ExportLayout, ExportRecipe } from './export-writer.port';

const NEW_LINE = 10;

/** One step of an export, as plain data. */
export type ExportStep =
  | { readonly kind: 'layout' }
  | { readonly kind: 'labels' }
  /** The JSON of submissions in UTF-8, each ended by a line break. */
  | { readonly kind: 'rows'; readonly lines: Uint8Array; readonly before: readonly number[] };

/** A step for a thread, which may have seen the recipe with this key before. */
export interface ExportTask {
  readonly key: string;
  /** JSON of the recipe, in memory that all threads share. */
  readonly recipe: Uint8Array;
  readonly step: ExportStep;
}

/** The last export that this thread worked on: steps of the same one follow each other. */
let last: { readonly key: string; readonly work: ExportWork } | undefined;

export function carryOut({ key, recipe, step }: ExportTask): unknown {
  if (last?.key !== key) {
    const bytes = Buffer.from(Uint8Array.from(recipe));
    last = { key, work: new ExportWork(JSON.parse(bytes.toString()) as ExportRecipe) };
  }
  return last.work.do(step);
}

/** What there is to do for one export. */
export class ExportWork {
  private readonly text: ExportText;
  /** Of each section. */
  private readonly texts: readonly Utf8Text[];

  constructor(private readonly recipe: ExportRecipe) {
    this.text = new ExportText(recipe.form, recipe.options);
    this.texts = this.text.plan.sections.map(() => new Utf8Text());
  }

  do(step: ExportStep): unknown {
    switch (step.kind) {
      case 'layout':
        return this.layout();
      case 'labels':
        return this.labels();
      case 'rows':
        return this.rows(step.lines, step.before);
    }
  }

  layout(): ExportLayout {
    const { plan, format } = this.text;
    const sections = plan.sections.map(({ title }, section) => ({
      title,
      isShown: plan.isShown[section]!,
      head: format.head(section),
    }));
    return { sections, separator: format.separator, tail: format.tail };
  }

  labels(): SpssFile[] {
    return spssFiles(this.text.plan, this.recipe.form);
  }

  /** @returns the rows of each section so far, then the bytes of each: those are handed over, not copied */
  rows(lines: Uint8Array, before: readonly number[]): [readonly number[], ...Uint8Array[]] {
    const json = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
    const { texts } = this;
    const counts = texts.map((_, section) => before[section] ?? 0);
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
