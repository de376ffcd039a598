import type { DraftResult, FormApi } from './api';
import { type Draft, type DraftStore, isContent, isSameContent } from './draft';
import type { FormContent } from './form-content';
import { Retry } from './retry';

/** Longest time that a change waits; changes meanwhile go with it. */
const DELAY_MS = 1_500;

export type DraftState =
  | { readonly kind: 'none' | 'pending' | 'stored' }
  /** The service can't store it; it is tried again. */
  | { readonly kind: 'failed'; readonly isKept: boolean; readonly message: string }
  /** The person's draft was changed elsewhere; nothing is stored until one is chosen. */
  | { readonly kind: 'other'; readonly isKept: boolean; readonly other: Draft };

type Wanted = Pick<Draft, 'content' | 'versionUid'>;

/** Brings the draft of the service up to date with the one on the screen: one request at a time, the last change wins. */
export class DraftSync {
  private wanted: Wanted | undefined;
  /** Draft of the service; undefined without one. */
  private stored: Wanted | undefined;
  /** Sent without an answer: one of them may have been stored. */
  private readonly unanswered = new Set<FormContent>();
  private revision: string | undefined;
  private other: Draft | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isBusy = false;
  private hasFailed = false;
  private lastMessage = '';
  private readonly retry = new Retry(() => void this.send());

  /** @param found draft of the service when the page was opened */
  constructor(
    private readonly api: FormApi,
    private readonly store: DraftStore,
    found: Draft | undefined,
    private readonly onState: (state: DraftState) => void,
    /** Called with the newest version of the form. */
    private readonly onVersion: (uid: string) => void,
  ) {
    this.stored = found;
    this.revision = found?.revision;
    addEventListener('pagehide', () => this.flush());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.flush();
    });
  }

  /** Whether changes could be lost, or stay in this browser, if the page were closed now. */
  get isAtRisk(): boolean {
    if (!this.isPending) return false;
    const { wanted } = this;
    return this.isStopped || (wanted !== undefined && !this.api.outlivesPage(wanted));
  }

  /** @param wanted undefined when there is nothing unsaved */
  want(wanted: Wanted | undefined): void {
    const isSame = wanted?.content === this.wanted?.content && wanted?.versionUid === this.wanted?.versionUid;
    if (isSame && (!this.isPending || this.isBusy || this.isStopped || this.timer !== undefined)) return;
    this.wanted = wanted;
    if (!this.isPending) return this.settle();
    if (this.isStopped) return this.keep();
    this.onState({ kind: wanted === undefined ? 'none' : 'pending' });
    this.schedule();
  }

  /** Goes on with what is on the screen in place of the other draft. */
  replaceOther(): void {
    if (this.other === undefined) return;
    this.revision = this.other.revision;
    this.stored = this.other;
    this.other = undefined;
    if (this.isPending) void this.send();
    else this.settle();
  }

  /** Keeps and sends changes now: the page may be closed. */
  private flush(): void {
    if (!this.isPending) return;
    if (this.wanted !== undefined) this.writeLocally(this.wanted);
    void this.send();
  }

  private get isStopped(): boolean {
    return this.hasFailed || this.other !== undefined;
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => void this.send(), DELAY_MS);
  }

  private get isPending(): boolean {
    const { wanted, stored, unanswered } = this;
    const differs = wanted?.content !== stored?.content || wanted?.versionUid !== stored?.versionUid;
    return differs || unanswered.size > 0;
  }

  private async send(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.isBusy || this.other !== undefined || !this.isPending) return;
    this.retry.cancel();
    const { wanted } = this;
    this.isBusy = true;
    const result: DraftResult =
      wanted === undefined
        ? await this.api.discardDraft(this.revision ?? '')
        : await this.api.storeDraft(wanted, this.revision);
    if (result.kind === 'stale') await this.adopt();
    else if (result.kind === 'failed') {
      if (wanted !== undefined) this.unanswered.add(wanted.content);
      this.fail(result.message, result.retryAfterMs);
    } else this.succeed(wanted, result.revision);
    this.isBusy = false;
    if (result.kind === 'stored' && result.versionUid !== undefined) this.onVersion(result.versionUid);
    if (!this.isPending) this.settle();
    else if (!this.isStopped) this.schedule();
  }

  private succeed(stored: Wanted | undefined, revision: string | undefined): void {
    this.stored = stored;
    this.revision = revision;
    this.unanswered.clear();
    this.hasFailed = false;
    this.retry.reset();
  }

  /** Reads the draft that was stored elsewhere, or here by a request whose answer was lost. */
  private async adopt(): Promise<void> {
    const found = await this.api.loadDraft();
    if (found.kind === 'failed') return this.fail(found.message, found.retryAfterMs);
    const { draft } = found;
    if (draft === undefined) return this.succeed(undefined, undefined);
    // A client stored what is no form: it is replaced.
    if (!isContent(draft.content)) return this.succeed(draft, draft.revision);
    const own = [...this.unanswered].find((content) => isSameContent(draft.content, content));
    if (own !== undefined) return this.succeed({ ...draft, content: own }, draft.revision);
    this.succeed(undefined, undefined);
    // Without changes here, another window goes on with it.
    if (this.wanted === undefined) return;
    this.other = draft;
    this.keep();
  }

  private fail(message: string, retryAfterMs: number | undefined): void {
    this.hasFailed = true;
    this.lastMessage = message;
    this.retry.schedule(retryAfterMs);
    this.keep();
  }

  private keep(): void {
    const { wanted, other } = this;
    if (wanted === undefined) {
      this.store.remove();
      return this.onState({ kind: 'none' });
    }
    const isKept = this.writeLocally(wanted);
    if (other !== undefined) this.onState({ kind: 'other', isKept, other });
    else this.onState({ kind: 'failed', isKept, message: this.lastMessage });
  }

  private writeLocally({ content, versionUid }: Wanted): boolean {
    return this.store.write({ content, versionUid, at: Date.now(), revision: this.revision });
  }

  private settle(): void {
    this.hasFailed = false;
    this.retry.reset();
    this.store.remove();
    this.onState({ kind: this.wanted === undefined ? 'none' : 'stored' });
  }
}
