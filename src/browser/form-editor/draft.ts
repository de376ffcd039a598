import type { FormContent } from './form-content';

/** Unsaved changes of a person. */
export interface Draft {
  readonly content: FormContent;
  /** Version that they were made from. */
  readonly versionUid: string;
  /** Time in milliseconds. */
  readonly at: number;
  /** Of the service's copy; in a copy of this browser that of the one that it was made from. */
  readonly revision?: string | undefined;
}

/** Whether the editor can show it: drafts come from the API too, which takes any object. */
export function isContent(value: unknown): value is FormContent {
  const { survey, translations } = (value ?? {}) as Partial<FormContent>;
  const isRow = (row: unknown): boolean =>
    typeof row === 'object' && row !== null && '$kuid' in row && typeof row.$kuid === 'string';
  return Array.isArray(survey) && survey.every(isRow) && Array.isArray(translations);
}

export const isSameContent = (one: FormContent, other: FormContent): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** Whether forms differ in nothing but what the service adds to them, such as paths of rows and keys of choices. */
export const isSameForm = (one: FormContent, other: FormContent): boolean =>
  JSON.stringify(one, withoutDerived) === JSON.stringify(other, withoutDerived);

/** Of `JSON.stringify`: drops added columns and puts the others in order. */
function withoutDerived(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([key]) => !key.startsWith('$'));
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export const timeText = (time: number): string =>
  new Intl.DateTimeFormat(document.documentElement.dataset['locale'], {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(time);

/**
 * Keeps drafts in the storage of the browser while the service can't, for the person and the form. Each page has a key of its
 * own, so that two windows without a connection do not overwrite each other.
 */
export class DraftStore {
  private readonly prefix: string;
  /** Keys whose draft this page goes on with. */
  private readonly own: Set<string>;
  private readonly key: string;

  constructor(uid: string) {
    this.prefix = `form-editor ${document.documentElement.dataset['person'] ?? ''} ${uid}`;
    this.key = `${this.prefix} ${Math.random()}`;
    this.own = new Set([this.key]);
  }

  /** The newest one. */
  read(): Draft | undefined {
    const drafts = this.keys().flatMap((key) => {
      const draft = this.draftAt(key);
      return draft === undefined ? [] : [{ key, draft }];
    });
    const [newest] = drafts.sort((a, b) => b.draft.at - a.draft.at);
    if (newest !== undefined) this.own.add(newest.key);
    return newest?.draft;
  }

  /** @returns false if the storage is full or switched off */
  write(draft: Draft): boolean {
    try {
      localStorage.setItem(this.key, JSON.stringify(draft));
      return true;
    } catch {
      return false;
    }
  }

  remove(): void {
    try {
      for (const key of this.own) localStorage.removeItem(key);
    } catch {
      // Nothing was kept either.
    }
  }

  private keys(): string[] {
    try {
      const all = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '');
      return all.filter((key) => key === this.prefix || key.startsWith(`${this.prefix} `));
    } catch {
      return [];
    }
  }

  private draftAt(key: string): Draft | undefined {
    try {
      const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
      return draft !== null && isContent(draft.content) ? draft : undefined;
    } catch {
      return undefined;
    }
  }
}
