import { unreadAnswers } from './answer-inputs';
import type { WebFormPage } from '../../domain/web-form/web-form-page';
import { type Draft, OfflineDatabase } from './offline/offline-database';
import type { EngineSubmission } from './outgoing-submission';

/** Asks before a page with unsent answers is left: by reload, back or close. The browser words the question. */
export class UnsentAnswers {
  private safe: string | undefined;

  /** @param answers of the form on the page; undefined without one that can be sent */
  constructor(private readonly answers: () => string | undefined) {
    addEventListener('beforeunload', (event) => {
      if (this.exist) event.preventDefault();
    });
  }

  /** Takes the present answers for stored elsewhere, or for those of the opened form. */
  forget(): void {
    this.safe = this.answers();
  }

  private get exist(): boolean {
    const answers = this.answers();
    return answers !== undefined && (answers !== this.safe || unreadAnswers.size > 0);
  }
}

/** Answers that wait in this browser until the person has signed in again. */
export class KeptAnswers {
  private readonly database = new OfflineDatabase();
  /** Apart from the drafts of pages that work offline. */
  private readonly key = `page:${location.pathname}`;

  constructor(private readonly page: WebFormPage) {}

  /** @returns false where the browser does not store them */
  async keep({ instanceId, requests }: EngineSubmission, formXml: string): Promise<boolean> {
    const files = new Map(requests.flat().map((file) => [file.name, { name: file.name, content: file }]));
    const { username } = this.page;
    const draft: Draft = {
      instanceId,
      formId: this.key,
      ...(username !== undefined && { username }),
      name: '',
      savedAt: Date.now(),
      isOpen: true,
      version: '',
      formXml,
      files: [...files.values()],
    };
    return this.database.saveDraft(draft).then(
      () => true,
      () => false,
    );
  }

  /** Finds the answers of this page and user. */
  async find(): Promise<Draft | undefined> {
    if (this.page.username === undefined || this.page.submission === undefined) return undefined;
    const drafts = await this.database.drafts().catch(() => []);
    return drafts.find(({ formId, username }) => formId === this.key && username === this.page.username);
  }

  async forget(instanceId: string): Promise<void> {
    await this.database.deleteDraft(instanceId).catch(() => undefined);
  }
}
