import { EDITOR_PREVIEW } from '../../domain/web-form/web-form-page';
import type { FormApi } from './api';
import type { Editor } from './editor';
import { button, element } from './elements';
import type { FormContent } from './form-content';
import { text } from '../texts';

/** Pause after the last change. */
const DELAY_MS = 1_500;

/** The web form of what is on the screen, in a frame beside it; drawn anew after changes, with the answers given there. */
export class Preview {
  readonly node = element('section', { class: 'preview sheet', 'aria-labelledby': 'preview-title' });
  private readonly status = element('p', { role: 'status', class: 'wrong' });
  private readonly frame = element('iframe', { title: text('previewTitle'), name: EDITOR_PREVIEW });
  private isOpen = false;
  private drawn: FormContent | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly editor: Editor,
    private readonly api: FormApi,
    /** Shows or hides the part of the page. */
    private readonly open: (isOpen: boolean) => void,
  ) {
    this.frame.hidden = true;
    this.node.append(
      element(
        'div',
        { class: 'question-head' },
        element('h2', { id: 'preview-title', tabindex: '-1' }, text('previewTitle')),
        element(
          'div',
          { class: 'tools' },
          button(text('refresh'), () => void this.draw()),
          button(text('close'), () => this.toggle(false)),
        ),
      ),
      this.status,
      this.frame,
    );
    editor.onChange(() => this.schedule());
    // Back from the frame, which is left alone while the person answers in it.
    addEventListener('focus', () => this.schedule());
  }

  async show(): Promise<void> {
    this.toggle(true);
    await this.draw();
    this.node.querySelector<HTMLElement>('h2')?.focus();
  }

  private toggle(isOpen: boolean): void {
    this.isOpen = isOpen;
    this.open(isOpen);
  }

  private schedule(): void {
    clearTimeout(this.timer);
    if (!this.isOpen || this.editor.content === this.drawn) return;
    this.timer = setTimeout(() => {
      if (document.activeElement !== this.frame) void this.draw();
    }, DELAY_MS);
  }

  /** Leaves the former preview where there is none of the changed form. */
  private async draw(): Promise<void> {
    const { content } = this.editor;
    this.drawn = content;
    const result = await this.api.preview(content);
    if (content !== this.drawn) return;
    const isDrawn = 'page' in result;
    this.status.textContent = isDrawn ? '' : result.message || text('failed');
    if (!isDrawn) return;
    this.frame.hidden = false;
    this.frame.src = result.page;
  }
}
