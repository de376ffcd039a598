import type { FormApi } from './api';
import type { DraftStore } from './draft';
import type { Editor } from './editor';
import { ask, element } from './elements';
import type { FormContent } from './form-content';
import { text } from '../texts';

const DRAFT_DELAY_MS = 300;

/** Saves the form, and keeps unsaved changes in the browser until then. */
export class Saving {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isSaving = false;
  private drafted: FormContent | undefined;

  constructor(
    private readonly editor: Editor,
    private readonly api: FormApi,
    private readonly drafts: DraftStore,
    private readonly formPath: string,
    /** Version that the content was made from. */
    private versionUid: string,
    private readonly status: HTMLElement,
  ) {
    editor.onChange(() => this.onChange());
    addEventListener('pagehide', () => this.keep());
    addEventListener('beforeunload', (event) => {
      if (this.editor.isChanged) event.preventDefault();
    });
    this.onChange();
  }

  async save(): Promise<void> {
    if (!this.editor.isChanged || this.isSaving) return;
    await this.saveOver(this.versionUid);
  }

  private onChange(): void {
    if (this.editor.isChanged) {
      if (this.editor.content !== this.drafted) this.say(text('unsaved'));
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.keep(), DRAFT_DELAY_MS);
    } else if (this.drafted !== undefined) {
      // Undone up to what is saved.
      this.forget();
      this.say('');
    }
  }

  private keep(): void {
    clearTimeout(this.timer);
    const { content, isChanged } = this.editor;
    if (!isChanged || content === this.drafted) return;
    const isKept = this.drafts.write({ content, versionUid: this.versionUid, at: Date.now() });
    this.drafted = content;
    this.say(isKept ? text('unsaved') : text('notKept'));
  }

  private forget(): void {
    clearTimeout(this.timer);
    this.drafted = undefined;
    this.drafts.remove();
  }

  private async saveOver(base: string): Promise<void> {
    const { content } = this.editor;
    this.isSaving = true;
    this.say(text('saving'));
    const result = await this.api.save(content, base);
    this.isSaving = false;
    switch (result.kind) {
      case 'saved':
        this.versionUid = result.versionUid;
        this.forget();
        this.editor.markSaved(content);
        this.say(text('saved'), element('a', { href: this.formPath }, text('reviewAndDeploy')));
        break;
      case 'stale':
        this.say(text('unsaved'));
        await this.resolveConflict();
        break;
      case 'refused':
        this.say(`${text('refused')} ${result.message}`);
        break;
      case 'failed':
        this.say(text('failed'));
    }
  }

  private async resolveConflict(): Promise<void> {
    const theirs = await this.api.load().catch(() => undefined);
    const by = theirs?.modifiedBy ?? '';
    const changes = element(
      'a',
      { href: `${this.formPath}versions/${this.versionUid}/`, target: '_blank', rel: 'noopener' },
      text('showTheirs'),
    );
    const answer = await ask(
      text('stale'),
      [
        element('p', {}, by === '' ? text('staleText') : text('staleBy', { name: by })),
        element('p', {}, changes),
      ],
      [
        { value: 'mine', label: text('saveMine'), style: '' },
        { value: 'theirs', label: text('loadTheirs'), style: 'danger' },
        { value: '', label: text('cancel') },
      ],
    );
    // Over the version that the dialog told of: one that was saved meanwhile is asked about again.
    if (answer === 'mine') await this.saveOver(theirs?.versionUid ?? this.versionUid);
    if (answer !== 'theirs') return;
    this.editor.markSaved(this.editor.content);
    this.forget();
    location.reload();
  }

  private say(message: string, link?: HTMLElement): void {
    this.status.replaceChildren(message, link === undefined ? '' : ' ', link ?? '');
  }
}
