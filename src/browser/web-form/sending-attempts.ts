import type { EngineSubmission } from './outgoing-submission';

/**
 * The submission of a form that was sent without success so far. The service may have stored it all the same, and takes the
 * same instanceID again with the same content only: the engine would write another end time into it.
 */
export class SendingAttempts {
  private last: { readonly answers: string; readonly submission: Promise<EngineSubmission> } | undefined;
  private isChanged = false;

  /** Other answers were sent before, in the same submission. */
  get hadOtherAnswers(): boolean {
    return this.isChanged;
  }

  /** @param answers as the person gave them @returns what was sent before if they are the same */
  submissionOf(answers: string, make: () => Promise<EngineSubmission>): Promise<EngineSubmission> {
    if (this.last?.answers === answers) return this.last.submission;
    this.isChanged = this.last !== undefined;
    this.last = { answers, submission: make() };
    return this.last.submission;
  }

  /** Another submission begins. */
  forget(): void {
    this.last = undefined;
    this.isChanged = false;
  }
}
