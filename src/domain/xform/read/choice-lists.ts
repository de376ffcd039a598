import { Choice } from '../../content/content';
import { sourceRowOf } from '../../content/form-problem';
import { Cells, cellText, cleanCells } from '../form/form-tree';
import { SourceLocation, ProblemLog } from '../form/problem-log';
import { FormText, Languages, textsOf } from './survey-rows';
import { isXmlName } from '../xml/xml-tree';

/** Types of media and the folder of each in a URI, in output order. */
const MEDIA_FOLDERS = { image: 'images', 'big-image': 'images', audio: 'audio', video: 'video' } as const;
type MediaForm = keyof typeof MEDIA_FOLDERS;

const NO_MEDIA: readonly MediaText[] = [];
const MEDIA_COLUMNS = (Object.keys(MEDIA_FOLDERS) as MediaForm[]).map(
  (form) => [form, `media::${form}`] as const,
);

/** Media file of a label: its type and its file name. */
type MediaText = readonly [MediaForm, FormText];

/** Reads the media columns of a row, in output order. */
export function readMedia(cells: Cells, languages: Languages): readonly MediaText[] {
  let media = NO_MEDIA;
  for (const [form, column] of MEDIA_COLUMNS) {
    const text = languages.read(cells[column]);
    if (text !== undefined) media = [...media, [form, text]];
  }
  return media;
}

/** URI of a media file; a plain file name gets the folder of its type. */
export function mediaAddress(form: MediaForm, fileName: string): string {
  return fileName.startsWith('jr://') ? fileName : `jr://${MEDIA_FOLDERS[form]}/${fileName}`;
}

interface ChoiceItem {
  readonly name: string;
  readonly row: number;
  readonly label: FormText | undefined;
  readonly media: readonly MediaText[];
  readonly extraColumns: readonly (readonly [string, string])[];
}

export class ChoiceList {
  readonly items: ChoiceItem[] = [];
  /** True when the items are in the control instead of an instance: a select with search(). */
  inline = false;

  /** True when any label is translated, contains a reference or has media: then all labels are itext. */
  needsItext = false;

  constructor(readonly name: string) {}

  textId(index: number): string {
    return `${this.name}-${index}`;
  }
}

const RESERVED_COLUMNS: ReadonlySet<string> = new Set(['list_name', 'name', 'label', 'value']);

/** Choices sheet grouped by list (contract-xlsform 3.5). */
export class ChoiceLists {
  private readonly lists = new Map<string, ChoiceList>();

  constructor(
    choices: readonly Choice[],
    private readonly languages: Languages,
    private readonly allowDuplicates: boolean,
    private readonly log: ProblemLog,
  ) {
    choices.forEach((source, index) => this.read(cleanCells(source, false), sourceRowOf(source, index)));
    for (const list of this.lists.values()) this.validate(list);
  }

  get all(): Iterable<ChoiceList> {
    return this.lists.values();
  }

  find(name: string): ChoiceList | undefined {
    return this.lists.get(name);
  }

  /** Appends the choice "other" (or_other) to a list without it, in each language of its labels. */
  addOther(listName: string): void {
    const list = this.lists.get(listName);
    if (list === undefined || list.items.some((item) => item.name === 'other')) return;
    const label = otherLabel(list.items.map((item) => item.label));
    list.items.push({ name: 'other', row: list.items.at(-1)?.row ?? 1, label, media: [], extraColumns: [] });
  }

  private read(cells: Cells, row: number): void {
    const listName = cellText(cells, 'list_name');
    if (listName === undefined) return;
    const name =
      cellText(cells, 'name') ??
      cellText(cells, '$autovalue') ??
      this.log.refuse(
        locationOf(row, 'name'),
        `A choice of the list "${listName}" has no name. Give it one.`,
      );
    if (name === undefined) return;
    const label = this.languages.read(cells['label']);
    if (label === undefined) {
      this.log.warn(locationOf(row, 'label'), `The choice "${name}" of the list "${listName}" has no label.`);
    }
    const media = readMedia(cells, this.languages);
    const list = this.findOrCreate(listName);
    list.items.push({ name, row, label, media, extraColumns: this.readExtraColumns(cells) });
    list.needsItext ||= media.length > 0 || (label !== undefined && needsItext(label));
  }

  private findOrCreate(name: string): ChoiceList {
    const existing = this.lists.get(name);
    if (existing !== undefined) return existing;
    const list = new ChoiceList(name);
    this.lists.set(name, list);
    return list;
  }

  private readExtraColumns(cells: Cells): [string, string][] {
    const columns: [string, string][] = [];
    for (const column of Object.keys(cells)) {
      if (RESERVED_COLUMNS.has(column) || column.startsWith('$') || column.includes('::')) continue;
      const text = this.languages.read(cells[column]);
      const value = text === undefined ? cellText(cells, column) : textsOf(text)[0];
      if (value === undefined) continue;
      if (isXmlName(column)) columns.push([column, value]);
      else {
        this.log.warn(
          { sheet: 'choices', column },
          'The column is ignored, because its header is no XML name. Use letters, digits and "_" without spaces.',
        );
      }
    }
    return columns;
  }

  private validate(list: ChoiceList): void {
    const rows = new Map<string, number>();
    for (const { name, row } of list.items) {
      const first = rows.get(name);
      if (first === undefined) rows.set(name, row);
      else if (!this.allowDuplicates) {
        this.log.refuse(
          locationOf(row, 'name'),
          `The list "${list.name}" has the choice "${name}" in row ${first} already. Rename one, or set allow_choice_duplicates to yes.`,
        );
      }
    }
  }
}

/** Label of the choice "other": in each language in which any of the given labels is written. */
export function otherLabel(labels: readonly unknown[]): FormText {
  const translated = labels.filter((label): label is readonly unknown[] => Array.isArray(label));
  const [first] = translated;
  if (first === undefined) return 'Other';
  return first.map((_, index) => (translated.some((label) => label[index] !== null) ? 'Other' : null));
}

function needsItext(label: FormText): boolean {
  return typeof label !== 'string' || label.includes('${') || label.includes('instance(');
}

function locationOf(row: number, column: string): SourceLocation {
  return { sheet: 'choices', row, column };
}

/** External_choices sheet: long lists that are served in itemsets.csv (contract-xlsform 3.3). */
export class ExternalChoices {
  private readonly rows: readonly Cells[];
  private readonly listNames: ReadonlySet<string>;

  constructor(sheet: unknown) {
    const rows = Array.isArray(sheet) ? (sheet as Record<string, unknown>[]) : [];
    this.rows = rows.map((row) => cleanCells(row, false));
    this.listNames = new Set(this.rows.flatMap((row) => listNameOf(row) ?? []));
  }

  has(listName: string): boolean {
    return this.listNames.has(listName);
  }

  /** Writes itemsets.csv: every cell quoted, columns in order of appearance; null without rows. */
  toCsv(): string | null {
    if (this.rows.length === 0) return null;
    const columns = new Set(
      this.rows.flatMap((row) => Object.keys(row).filter((column) => !column.startsWith('$'))),
    );
    const lines = [
      [...columns].map((column) => (column === 'list name' ? 'list_name' : column)),
      ...this.rows.map((row) => [...columns].map((column) => cellText(row, column) ?? '')),
    ];
    return lines.map((cells) => cells.map(quoted).join(',') + '\r\n').join('');
  }
}

function listNameOf(row: Cells): string | undefined {
  return cellText(row, 'list_name') ?? cellText(row, 'list name');
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
