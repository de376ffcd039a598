import type { FormApi } from './api';
import type { Editor } from './editor';
import type { FormContent } from './form-content';
import { problemsOf } from './problems';

const DELAY_MS = 400;

/** Asks the service for the problems of the form, a moment after each change. */
export class Checking {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private request = new AbortController();
  private checked: FormContent | undefined;

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
    this.request.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    const found = await this.api.check(content, signal);
    if (found !== undefined && !signal.aborted) this.editor.showProblems(problemsOf(found, content));
  }
}
