import type { FormApi } from './api';
import type { Editor } from './editor';
import type { FormContent } from './form-content';
import { problemsOf } from './problems';
import { Retry } from './retry';

const DELAY_MS = 400;

/** Asks the service for the problems of the form, a moment after each change, and again after failures. */
export class Checking {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private request = new AbortController();
  private checked: FormContent | undefined;
  private readonly retry = new Retry(() => void this.check());

  constructor(
    private readonly editor: Editor,
    private readonly api: FormApi,
  ) {
    editor.onChange(() => this.schedule());
    void this.check();
  }

  private schedule(): void {
    if (this.editor.content === this.checked) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), DELAY_MS);
  }

  private async check(): Promise<void> {
    const { content } = this.editor;
    this.checked = content;
    this.retry.cancel();
    this.request.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    const result = await this.api.check(content, signal);
    if (signal.aborted) return;
    if (result.kind === 'checked') {
      this.retry.reset();
      this.editor.showProblems(problemsOf(result.check, content));
      return;
    }
    this.retry.schedule(result.retryAfterMs);
    const { problems } = this.editor.state;
    if (problems.isCurrent) this.editor.showProblems({ ...problems, isCurrent: false });
  }
}
