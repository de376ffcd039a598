import type { FormApi } from './api';
import type { Editor } from './editor';
import { button, element } from './elements';
import { text } from '../texts';

/** The web form of what is on the screen, in a frame beside it. */
export class Preview {
  readonly node = element('section', { class: 'preview sheet', 'aria-labelledby': 'preview-title' });
  private readonly status = element('p', { role: 'status', class: 'wrong' });
  private readonly frame = element('iframe', { title: text('previewTitle') });

  constructor(
    private readonly editor: Editor,
    private readonly api: FormApi,
    /** Shows or hides the part of the page. */
    private readonly open: (isOpen: boolean) => void,
  ) {
    this.node.append(
      element(
        'div',
        { class: 'question-head' },
        element('h2', { id: 'preview-title', tabindex: '-1' }, text('previewTitle')),
        element(
          'div',
          { class: 'tools' },
          button(text('refresh'), () => void this.show()),
          button(text('close'), () => this.open(false)),
        ),
      ),
      this.status,
      this.frame,
    );
  }

  async show(): Promise<void> {
    this.open(true);
    const result = await this.api.preview(this.editor.content);
    const isShown = 'page' in result;
    this.frame.hidden = !isShown;
    if (isShown) this.frame.src = result.page;
    this.status.textContent = isShown ? '' : result.message || text('failed');
    this.node.querySelector<HTMLElement>('h2')?.focus();
  }
}
