import type { RootNode } from '@getodk/xforms-engine';
import type { WebFormPage } from '../../../domain/web-form/web-form-page';
import { type Answers, DraftSaver } from './draft-saver';
import type { Draft, OfflineDatabase } from './offline-database';

/** Keeps a draft for one tab. Without Web Locks, tabs share drafts. */
class DraftLock {
  private held: { readonly instanceId: string; readonly release: () => void } | undefined;

  /** Releases another draft. @returns false if another tab has this one */
  async acquire(instanceId: string): Promise<boolean> {
    if (this.held?.instanceId === instanceId || !('locks' in navigator)) return true;
    this.release();
    return new Promise((resolve) => {
      const hold = (lock: Lock | null): Promise<void> | undefined => {
        resolve(lock !== null);
        if (lock === null) return undefined;
        return new Promise<void>((release) => {
          this.held = { instanceId, release };
        });
      };
      const options = { ifAvailable: true };
      // Browsers that store nothing for the page refuse locks too; storing the draft says so.
      navigator.locks.request(`web-form-draft:${instanceId}`, options, hold).catch(() => resolve(true));
    });
  }

  release(): void {
    this.held?.release();
    this.held = undefined;
  }
}

/** A form as it is drawn; another `key` draws it anew. */
export interface OpenedForm {
  readonly key: number;
  readonly xml: string;
  /** Cache with its media files. */
  readonly version: string;
  readonly draft?: Draft;
}

export interface DraftEvents {
  onSaved(draft: Draft): void;
  onFailure(error: unknown): void;
}

/** The draft of the form on this page: saved while it is filled in, kept for this tab. */
export class CurrentDraft {
  private readonly lock = new DraftLock();
  private readonly saver = new DraftSaver((answers) => this.save(answers));
  private form: OpenedForm | undefined;
  private draft: Draft | undefined;

  constructor(
    private readonly database: OfflineDatabase,
    private readonly page: WebFormPage,
    private readonly events: DraftEvents,
  ) {}

  isOwn({ formId, username }: Draft): boolean {
    return formId === this.page.formId && username === this.page.username;
  }

  /** Takes a draft for this tab. @returns false if another tab has it */
  async claim(draft: Draft): Promise<boolean> {
    if (!(await this.lock.acquire(draft.instanceId))) return false;
    await this.database.saveDraft({ ...draft, isOpen: true });
    return true;
  }

  /** Takes the draft that was open when the page was closed, unless another tab continues it. */
  async claimOpen(): Promise<Draft | undefined> {
    const drafts = await this.database.drafts();
    for (const draft of drafts.filter((each) => each.isOpen && this.isOwn(each)))
      if (await this.claim(draft)) return draft;
    return undefined;
  }

  /** The form that is drawn next; the draft before it is left as it is. */
  open(form: OpenedForm): void {
    this.saver.stop();
    this.form = form;
    this.draft = form.draft;
    if (form.draft === undefined) this.lock.release();
  }

  follow(root: RootNode): void {
    this.saver.follow(root);
  }

  touch(): void {
    this.saver.touch();
  }

  flush(): Promise<void> {
    return this.saver.flush();
  }

  /** Waits until nothing is being saved, so that a finished submission leaves no draft behind. */
  async finish(): Promise<void> {
    await this.saver.flush();
    this.saver.stop();
  }

  /** @returns whether there was something to put aside. @throws if the newest answers can't be stored */
  async putAside(name: string): Promise<boolean> {
    await this.saver.flush();
    if (this.saver.hasUnsaved) throw new Error('The answers are not stored.');
    if (this.draft === undefined) return false;
    const stored = { ...this.draft, name: name.trim() || this.draft.name, isOpen: false };
    await this.database.saveDraft(stored);
    this.saver.stop();
    return true;
  }

  private async save({ instanceId, name, files }: Answers): Promise<void> {
    const { form, page } = this;
    if (form === undefined || !(await this.lock.acquire(instanceId))) return;
    const draft: Draft = {
      instanceId,
      formId: page.formId,
      ...(page.username !== undefined && { username: page.username }),
      name: this.draft?.name || name,
      savedAt: Date.now(),
      isOpen: true,
      version: form.version,
      formXml: form.xml,
      files,
    };
    try {
      await this.database.saveDraft(draft);
      this.draft = draft;
      this.events.onSaved(draft);
    } catch (error) {
      this.events.onFailure(error);
      throw error;
    }
  }
}
