import { numberText, text } from '../texts';

/** A question by which places are coloured. */
export interface Colouring {
  readonly label: string;
  readonly paths: readonly string[];
  /** In form order. */
  readonly choices: readonly (readonly [name: string, label: string])[];
}

export interface LegendEntry {
  /** Class of its colour. */
  readonly mark: string;
  readonly label: string;
  readonly places: number;
}

const MAX_COLOURS = 12;
const OTHERS = 'mark-others';
const NONE = 'mark-none';

/** Answer by which a submission is coloured; '' without one. */
export function colourAnswer(row: Readonly<Record<string, unknown>>, { paths }: Colouring): string {
  for (const path of paths) {
    const answer = row[path];
    if (typeof answer === 'string' && answer !== '') return answer;
    // The validation status.
    if (typeof answer === 'object' && answer !== null && 'uid' in answer) return String(answer.uid);
  }
  return '';
}

/** Colours of answers: each choice its own, in form order; of very many, the most frequent ones. */
export class Colours {
  private readonly marks: ReadonlyMap<string, string>;
  private readonly counts = new Map<string, number>();
  private readonly labels: ReadonlyMap<string, string>;

  constructor({ choices }: Colouring, answers: Iterable<string>) {
    for (const answer of answers) this.counts.set(answer, (this.counts.get(answer) ?? 0) + 1);
    this.labels = new Map(choices);
    const former = [...this.counts.keys()].filter((each) => each !== '' && !this.labels.has(each));
    const all = [...this.labels.keys(), ...former];
    const coloured = all.length <= MAX_COLOURS ? all : this.mostFrequent(all);
    this.marks = new Map(coloured.map((answer, index) => [answer, `mark-${index + 1}`]));
  }

  markOf(answer: string): string {
    return answer === '' ? NONE : (this.marks.get(answer) ?? OTHERS);
  }

  /** Colours of the places that there are. */
  legend(): LegendEntry[] {
    const sum = (mark: string): number =>
      [...this.counts].reduce(
        (all, [answer, count]) => (this.markOf(answer) === mark ? all + count : all),
        0,
      );
    return [
      ...[...this.marks].map(([answer, mark]) => ({
        mark,
        label: this.labels.get(answer) ?? answer,
        places: this.counts.get(answer) ?? 0,
      })),
      { mark: OTHERS, label: text('Other answers'), places: sum(OTHERS) },
      { mark: NONE, label: text('No answer'), places: sum(NONE) },
    ].filter(({ places }) => places > 0);
  }

  private mostFrequent(answers: readonly string[]): string[] {
    const countOf = (answer: string): number => this.counts.get(answer) ?? 0;
    return [...answers].sort((one, other) => countOf(other) - countOf(one)).slice(0, MAX_COLOURS - 1);
  }
}

/** Shows the colours with their numbers of places. */
export function showLegend(element: HTMLElement, title: string, entries: readonly LegendEntry[]): void {
  const heading = document.createElement('h3');
  heading.textContent = title;
  heading.dir = 'auto';
  const list = document.createElement('ul');
  for (const { mark, label, places } of entries) {
    const item = document.createElement('li');
    item.className = mark;
    const [name, count] = [document.createElement('span'), document.createElement('span')];
    name.dir = 'auto';
    name.textContent = label;
    count.textContent = numberText(places);
    item.append(name, ' ', count);
    list.append(item);
  }
  element.replaceChildren(heading, list);
  element.hidden = false;
}
