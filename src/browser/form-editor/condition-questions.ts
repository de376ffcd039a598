import type { Editor } from './editor';
import { element } from './elements';
import { isBegin, labelOf, outlineOf, type Row } from './form-content';

/** Questions that conditions are about. A select of a thousand of them is copied from one that is made once. */
export class ConditionQuestions {
  private readonly template = element('select');
  /** Names and labels that the template was made for. */
  private made = '';

  /** Signature of what was asked last. */
  private known:
    { survey: readonly Row[]; row: Row | undefined; language: number; signature: string } | undefined;

  constructor(private readonly editor: Editor) {}

  /** Questions that have answers, without the chosen row. */
  rows(): Row[] {
    const { row } = this.editor;
    return this.all().filter((each) => each !== row);
  }

  /** Names and labels of the questions, sorted: selects need not be made anew for a moved row. */
  signature(): string {
    const { content, row, state } = this.editor;
    const { survey } = content;
    const { language } = state;
    const { known } = this;
    if (known?.survey !== survey || known.row !== row || known.language !== language)
      this.known = { survey, row, language, signature: this.signatureOf(this.rows().sort(byName)) };
    return this.known!.signature;
  }

  /** @param value a question that the form may lack */
  select(value: string): HTMLSelectElement {
    const all = this.all();
    const signature = this.signatureOf(all);
    if (signature !== this.made) {
      const { language } = this.editor.state;
      this.template.replaceChildren(...all.map((row) => new Option(labelOf(row, language), row.name)));
      this.made = signature;
    }
    const select = this.template.cloneNode(true) as HTMLSelectElement;
    const own = all.indexOf(this.editor.row!);
    if (own >= 0) select.options[own]!.remove();
    select.value = value;
    if (select.value !== value) select.prepend(new Option(value, value, true, true));
    return select;
  }

  private all(): Row[] {
    return outlineOf(this.editor.content.survey)
      .map(({ row }) => row)
      .filter(({ name = '', type }) => name !== '' && type !== 'note' && !isBegin(type));
  }

  private signatureOf(rows: readonly Row[]): string {
    const { language } = this.editor.state;
    return JSON.stringify([language, rows.map((row) => [row.name, row.type, labelOf(row, language)])]);
  }
}

function byName({ name: a = '' }: Row, { name: b = '' }: Row): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
