import type { FormContent } from './form-content';

/** Unsaved changes of a person in this browser. */
export interface Draft {
  readonly content: FormContent;
  /** Version that they were made from. */
  readonly versionUid: string;
  /** Time in milliseconds. */
  readonly at: number;
}

/** Keeps unsaved changes in the storage of the browser, for the person and the form. */
export class DraftStore {
  private readonly key: string;

  constructor(uid: string) {
    this.key = `form-editor ${document.documentElement.dataset['person'] ?? ''} ${uid}`;
  }

  read(): Draft | undefined {
    try {
      const draft = JSON.parse(localStorage.getItem(this.key) ?? 'null') as Draft | null;
      return Array.isArray(draft?.content?.survey) ? draft : undefined;
    } catch {
      return undefined;
    }
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
      localStorage.removeItem(this.key);
    } catch {
      // Nothing was kept either.
    }
  }
}
