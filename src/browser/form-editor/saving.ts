import type { FormApi, StoredForm } from './api';
import { type Draft, type DraftStore, isSameForm, timeText } from './draft';
import { type DraftState, DraftSync } from './draft-sync';
import type { Editor } from './editor';
import { ask, button, element, setContent } from './elements';
import type { FormContent } from './form-content';
import { text } from '../texts';

/** Version that contents were made from: one for all states of the history that follow from each other. */
interface Origin {
  versionUid: string;
}

interface Opened {
  readonly stored: StoredForm;
  /** Shown in its place. */
  readonly draft: Draft | undefined;
  /** Draft of the service, shown or not. */
  readonly found: Draft | undefined;
}

/** Saves the form, and keeps unsaved changes as a draft until then. */
export class Saving {
  private isSaving = false;
  private origin: Origin;
  private readonly origins = new WeakMap<FormContent, Origin>();
  private readonly sync: DraftSync;
  private newestUid: string;
  /** State of the draft, which changes too often to be read out. */
  private readonly draftState = element('span');
  private readonly discarding = button(text('draftDiscard'), () => this.discard(), { class: 'link' });
  private readonly draftStatus = element(
    'p',
    { class: 'editor-status draft-status' },
    this.draftState,
    ' ',
    this.discarding,
  );
  private isTelling = false;
  /** Sent to be saved without an answer: it may be a version already. */
  private unanswered: FormContent | undefined;

  constructor(
    private readonly editor: Editor,
    private readonly api: FormApi,
    store: DraftStore,
    private readonly formPath: string,
    { stored, draft, found }: Opened,
    private readonly status: HTMLElement,
  ) {
    this.newestUid = stored.versionUid;
    this.origin = { versionUid: stored.versionUid };
    this.origins.set(stored.content, this.origin);
    if (draft !== undefined && draft.versionUid !== stored.versionUid) {
      this.origin = { versionUid: draft.versionUid };
    }
    this.draftStatus.hidden = true;
    status.after(this.draftStatus);
    this.sync = new DraftSync(
      api,
      store,
      found,
      (state) => this.showDraft(state),
      (uid) => {
        this.newestUid = uid;
      },
    );
    editor.onChange(() => this.onChange());
    addEventListener('beforeunload', (event) => {
      if (this.sync.isAtRisk || this.isSaving) event.preventDefault();
    });
    this.onChange();
    if (draft !== undefined) this.showStored(text('draftOf', { time: timeText(draft.at) }));
  }

  async save(): Promise<void> {
    if (!this.editor.isChanged || this.isSaving) return;
    await this.saveOver(this.origin.versionUid);
  }

  private onChange(): void {
    const { content, isChanged } = this.editor;
    // Undo may lead to contents that were made from another version.
    this.origin = this.origins.get(content) ?? this.origin;
    this.origins.set(content, this.origin);
    this.sync.want(isChanged ? { content, versionUid: this.origin.versionUid } : undefined);
  }

  private showDraft(state: DraftState): void {
    this.draftStatus.hidden = state.kind === 'none' || state.kind === 'other';
    switch (state.kind) {
      case 'none':
        return this.untell();
      case 'pending':
        return setContent(this.draftState, text('draftPending'));
      case 'stored':
        return this.showStored(text('draftStored'));
      case 'failed':
        setContent(this.draftState, '');
        return this.tell(failureText(state));
      case 'other': {
        const { other } = state;
        const choose = button(text('draftChoose'), () => void this.chooseDraft(other));
        this.tell(text(state.isKept ? 'draftElsewhere' : 'notKept'), choose);
      }
    }
  }

  private showStored(message: string): void {
    setContent(this.draftState, message);
    if (this.newestUid === this.origin.versionUid) this.untell();
    else if (!this.isSaving) this.tellNewer();
  }

  private tellNewer(): void {
    if (this.unanswered !== undefined) void this.recognize(this.unanswered);
    else this.tellOther();
  }

  /** The newer version may be the one that was sent without an answer. */
  private async recognize(sent: FormContent): Promise<void> {
    const newest = await this.api.load().catch(() => undefined);
    if (this.isSaving || this.unanswered !== sent) return;
    if (newest === undefined || !isSameForm(newest.content, sent)) return this.tellOther();
    this.newestUid = newest.versionUid;
    await this.adoptSaved(sent, false);
  }

  private tellOther(): void {
    this.tell(
      text('newerVersion'),
      button(text('showBoth'), () => void this.resolveConflict()),
    );
  }

  /** Shows what is saved; undo brings the draft back. */
  private discard(): void {
    if (this.newestUid !== this.origin.versionUid) void this.resolveConflict();
    else this.editor.edit(this.editor.saved);
  }

  private async chooseDraft(other: Draft): Promise<void> {
    const answer = await ask(
      text('twoDrafts'),
      [element('p', {}, text('twoDraftsText'))],
      [
        { value: 'other', label: text('takeOther', { time: timeText(other.at) }), style: '' },
        { value: 'mine', label: text('keepMine') },
        { value: '', label: text('cancel') },
      ],
    );
    if (answer === undefined) return;
    if (answer === 'other') this.edit(other.content, other.versionUid);
    this.sync.replaceOther();
  }

  /** Undo brings back what was on the screen, with its version. */
  private edit(content: FormContent, versionUid: string): void {
    if (versionUid !== this.origin.versionUid) this.origins.set(content, { versionUid });
    this.editor.edit(content);
  }

  private async saveOver(base: string): Promise<void> {
    const { content } = this.editor;
    const { origin } = this;
    this.isSaving = true;
    this.say(text('saving'));
    const result = await this.api.save(content, base);
    this.isSaving = false;
    this.unanswered = result.kind === 'failed' ? content : this.unanswered;
    switch (result.kind) {
      case 'saved':
        origin.versionUid = result.versionUid;
        this.newestUid = result.versionUid;
        this.editor.markSaved(content);
        this.unanswered = undefined;
        this.say(text('saved'), this.reviewLink());
        break;
      case 'stale':
        this.say('');
        await this.resolveConflict({ isSaving: true });
        break;
      case 'refused':
        this.say(`${text('refused')} ${result.message}`);
        break;
      case 'failed':
        this.say(text('failed'));
    }
  }

  /** @param isSaving whether the person asked to save */
  private async resolveConflict({ isSaving = false } = {}): Promise<void> {
    const theirs = await this.api.load().catch(() => undefined);
    if (theirs === undefined) return this.say(text('failed'));
    this.newestUid = theirs.versionUid;
    if (this.unanswered !== undefined && isSameForm(theirs.content, this.unanswered))
      return this.adoptSaved(this.unanswered, isSaving);
    const { versionUid } = this.origin;
    const changes = element(
      'a',
      { href: `${this.formPath}versions/${versionUid}/`, target: '_blank', rel: 'noopener' },
      text('showTheirs'),
    );
    const by = theirs.modifiedBy;
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
    if (answer === 'mine') return this.saveOver(theirs.versionUid);
    if (answer !== 'theirs') return this.tellNewer();
    this.edit(theirs.content, theirs.versionUid);
    this.editor.markSaved(theirs.content);
  }

  /** Goes on from a version that was saved here, but whose answer was lost. */
  private async adoptSaved(content: FormContent, isSaving: boolean): Promise<void> {
    this.unanswered = undefined;
    this.origin.versionUid = this.newestUid;
    this.editor.markSaved(content);
    if (!this.editor.isChanged) this.say(text('saved'), this.reviewLink());
    else if (isSaving) await this.saveOver(this.newestUid);
    else this.untell();
  }

  private reviewLink(): HTMLElement {
    return element('a', { href: this.formPath }, text('reviewAndDeploy'));
  }

  /** Says what concerns the draft, until `untell`. */
  private tell(message: string, action?: HTMLElement): void {
    this.say(message, action);
    this.isTelling = true;
  }

  private untell(): void {
    if (this.isTelling) this.say('');
  }

  private say(message: string, action?: HTMLElement): void {
    this.isTelling = false;
    const actionText = action?.textContent ?? '';
    if (this.status.textContent === `${message} ${actionText}`.trim()) return;
    this.status.replaceChildren(message, action === undefined ? '' : ' ', action ?? '');
  }
}

function failureText({ isKept, message }: DraftState & { kind: 'failed' }): string {
  if (!isKept) return text('notKept');
  return message === '' ? text('draftOffline') : text('draftRefused', { message });
}
