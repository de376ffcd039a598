import { text } from '../texts';
import { type PlaceSource, type ShownQuestion, sourceName } from './places';

interface Submission extends Readonly<Record<string, unknown>> {
  readonly _submission_time?: string;
  readonly _submitted_by?: string | null;
  readonly _attachments?: readonly {
    readonly media_file_basename: string;
    readonly download_small_url: string;
    readonly mimetype: string;
    readonly is_deleted: boolean;
  }[];
}

const TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** Cards of places: a link to the submission and, once they are read, the chosen answers. */
export class PlaceCards {
  /** @param api path of the API's data list @param linkOf address of a submission's page */
  constructor(
    private readonly api: string,
    private readonly linkOf: (id: number | string) => string,
    private readonly shown: readonly ShownQuestion[],
    /** Whether the answers are properties of an entry, in `data`. */
    private readonly isOfEntries = false,
  ) {}

  /** @param onChange called when the card has grown */
  cardOf(source: PlaceSource, onChange: () => void): HTMLElement {
    const card = document.createElement('div');
    const link = document.createElement('a');
    link.href = this.linkOf(source.id);
    link.textContent = sourceName(source);
    card.append(link);
    void this.fill(card, source.id).then(onChange);
    return card;
  }

  private async fill(card: HTMLElement, id: number | string): Promise<void> {
    const submission = await this.read(id);
    if (submission === undefined) return card.append(paragraph(text('Its answers could not be loaded.')));
    if (!this.isOfEntries) card.append(paragraph(sentText(submission)));
    const list = document.createElement('dl');
    for (const question of this.shown) list.append(...entryOf(question, submission));
    if (list.childElementCount > 0) card.append(list);
  }

  private async read(id: number | string): Promise<Submission | undefined> {
    const response = await fetch(`${this.api}${id}/?format=json`, {
      headers: { Accept: 'application/json' },
    }).catch(() => undefined);
    if (response?.ok !== true) return undefined;
    const found = (await response.json()) as Submission & { readonly data: Submission };
    return this.isOfEntries ? found.data : found;
  }
}

function paragraph(content: string): HTMLElement {
  const element = document.createElement('p');
  element.textContent = content;
  return element;
}

function sentText({ _submission_time: time, _submitted_by: by }: Submission): string {
  const date = new Date(/Z|[+-]\d\d:\d\d$/.test(time ?? '') ? time! : `${time}Z`);
  const when = Number.isNaN(date.getTime()) ? '' : TIME.format(date);
  return [when, by ?? ''].filter((each) => each !== '').join(' · ');
}

/** Nothing without an answer. */
function entryOf(question: ShownQuestion, submission: Submission): HTMLElement[] {
  const answer = question.paths.map((path) => submission[path]).find((each) => typeof each === 'string');
  if (answer === undefined || answer === '') return [];
  const [term, value] = [document.createElement('dt'), document.createElement('dd')];
  for (const each of [term, value]) each.dir = 'auto';
  term.textContent = question.label;
  const file = submission._attachments?.find(
    (each) => each.media_file_basename === answer && each.mimetype.startsWith('image/') && !each.is_deleted,
  );
  if (file === undefined) value.textContent = answerText(question, answer);
  else value.append(pictureOf(file.download_small_url, answer));
  return [term, value];
}

/** From this origin, whatever name the service has in its own URLs. */
function pictureOf(url: string, name: string): HTMLElement {
  const { pathname, search } = new URL(url, location.href);
  const picture = document.createElement('img');
  picture.src = pathname + search;
  picture.alt = name;
  return picture;
}

/** Choices by label, everything else as it was answered. */
export function answerText({ kind, choices }: ShownQuestion, answer: string): string {
  const labels = new Map(choices);
  if (kind === 'choice') return labels.get(answer) ?? answer;
  if (kind !== 'choices') return answer;
  return answer
    .split(' ')
    .map((name) => labels.get(name) ?? name)
    .join(', ');
}
