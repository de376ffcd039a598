import { unreadAnswers } from './answer-inputs';

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
