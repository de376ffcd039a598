import { type ChoiceRow, type FormContent, type Row, withWrittenName } from './form-content';
import type { MakeKey } from './form-edits';
import { type Draft, isContent } from './draft';
import { NotSignedInError, SignedInPerson } from './person';
import type { FormCheck } from './problems';
import { text } from '../texts';

/**
 * The content as the editor relies on it. Names that the service makes of labels are written out: they would become others
 * when rows are added, moved or removed, and references would not follow. Keys that rows share are made distinct: one of
 * the rows would not be shown, and be removed with the other.
 */
export function openedContent(content: FormContent, makeKey: MakeKey): FormContent {
  const keys = new Set<string>();
  const survey = content.survey.map((row): Row => {
    const named = withWrittenName(row);
    const opened = keys.has(row.$kuid) ? { ...named, $kuid: makeKey() } : named;
    keys.add(opened.$kuid);
    return opened;
  });
  const choices = content.choices?.map((choice): ChoiceRow => withWrittenName(choice));
  return {
    ...content,
    survey: unlessSame(content.survey, survey),
    ...(choices && { choices: unlessSame(content.choices!, choices) }),
  };
}

function unlessSame<Item>(given: readonly Item[], opened: readonly Item[]): readonly Item[] {
  return opened.every((each, at) => each === given[at]) ? given : opened;
}

export interface StoredForm {
  readonly content: FormContent;
  readonly versionUid: string;
  readonly modifiedBy: string;
}

export type SaveResult =
  | { readonly kind: 'saved'; readonly versionUid: string }
  /** Another version was saved meanwhile. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed' };

/** The service can't be reached or refuses; `message` is its own, empty without a connection. */
export interface Failure {
  readonly kind: 'failed';
  readonly message: string;
  readonly retryAfterMs?: number | undefined;
}

export type DraftResult =
  /** Without a revision: discarded. */
  | { readonly kind: 'stored'; readonly revision?: string; readonly versionUid?: string }
  /** The stored draft has another revision. */
  | { readonly kind: 'stale' }
  | Failure;

export type CheckResult = { readonly kind: 'checked'; readonly check: FormCheck } | Failure;

interface DraftBody {
  readonly content: unknown;
  readonly base_version_id: string;
  readonly version_id: string;
  readonly revision: string;
  readonly date_modified: string;
}

interface AssetBody {
  readonly content: FormContent;
  readonly version_id: string;
  readonly last_modified_by?: string | null;
}

const INVALID = 400;
const SIGNED_OUT = 401;
const CONFLICT = 409;
const NOT_FOUND = 404;
const TIMEOUT_MS = 30_000;
/** Browsers refuse more than 64 KiB in all requests that outlive their page. */
const MAX_KEEPALIVE_BYTES = 60_000;

/** A response whose body has arrived. */
interface Answer {
  readonly status: number;
  /** Undefined for a response without content, and for errors. */
  readonly body: unknown;
}

interface Sent {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly keepalive?: boolean;
}

type Unsaved = Pick<Draft, 'content' | 'versionUid'>;

const draftBody = ({ content, versionUid }: Unsaved, revision: string | undefined) => ({
  content,
  base_version_id: versionUid,
  revision,
});

/** Requests of the editor to the API, as the person that is signed in. */
export class FormApi {
  private readonly path: string;
  private readonly person = new SignedInPerson();

  /** @param title of the form, which is the name of the project */
  constructor(
    uid: string,
    private readonly title: string,
    private readonly makeKey: MakeKey,
  ) {
    this.path = `/api/v2/assets/${uid}/`;
  }

  async load(): Promise<StoredForm> {
    const response = await this.send('GET', this.path);
    if (!response.ok) throw new Error(String(response.status));
    const {
      content,
      version_id: versionUid,
      last_modified_by: modifiedBy,
    } = (await response.json()) as AssetBody;
    return { content: openedContent(content, this.makeKey), versionUid, modifiedBy: modifiedBy ?? '' };
  }

  /** @param base version that the content replaces */
  async save(content: FormContent, base: string): Promise<SaveResult> {
    try {
      const response = await this.send('PATCH', this.path, { body: { content, base_version_id: base } });
      if (response.ok) {
        return { kind: 'saved', versionUid: ((await response.json()) as AssetBody).version_id };
      }
      if (response.status === CONFLICT) return { kind: 'stale' };
      return { kind: 'refused', message: refusalOf(response.status, await response.text()) };
    } catch (error) {
      return error instanceof NotSignedInError
        ? { kind: 'refused', message: error.message }
        : { kind: 'failed' };
    }
  }

  async check(content: FormContent, signal: AbortSignal): Promise<CheckResult> {
    const answer = await this.attempt('POST', `${this.path}check/`, { body: { content }, signal });
    return 'kind' in answer ? answer : { kind: 'checked', check: answer.body as FormCheck };
  }

  /** Undefined without one of the person. */
  async loadDraft(): Promise<{ readonly kind: 'loaded'; readonly draft: Draft | undefined } | Failure> {
    const answer = await this.attempt('GET', this.draftPath, {}, [NOT_FOUND]);
    if ('kind' in answer) return answer;
    if (answer.status === NOT_FOUND) return { kind: 'loaded', draft: undefined };
    const { content, revision, ...body } = answer.body as DraftBody;
    const at = Date.parse(body.date_modified);
    const opened = isContent(content) ? openedContent(content, this.makeKey) : content;
    const draft = { content: opened, versionUid: body.base_version_id, revision, at };
    return { kind: 'loaded', draft: draft as Draft };
  }

  /** @param revision of the stored draft that this one replaces */
  async storeDraft(draft: Unsaved, revision: string | undefined): Promise<DraftResult> {
    const body = draftBody(draft, revision);
    const keepalive = this.outlivesPage(draft);
    const answer = await this.attempt('PUT', this.draftPath, { body, keepalive }, [CONFLICT]);
    if ('kind' in answer) return answer;
    if (answer.status === CONFLICT) return { kind: 'stale' };
    const stored = answer.body as DraftBody;
    return { kind: 'stored', revision: stored.revision, versionUid: stored.version_id };
  }

  /** @param revision of the draft; another one stays */
  async discardDraft(revision: string): Promise<DraftResult> {
    const query = revision === undefined ? '' : `?revision=${encodeURIComponent(revision)}`;
    const answer = await this.attempt('DELETE', `${this.draftPath}${query}`, { keepalive: true }, [CONFLICT]);
    if ('kind' in answer) return answer;
    return answer.status === CONFLICT ? { kind: 'stale' } : { kind: 'stored' };
  }

  /** Whether a request with the draft may go on after the page was closed. */
  outlivesPage(draft: Unsaved): boolean {
    return new Blob([JSON.stringify(draftBody(draft, ''))]).size < MAX_KEEPALIVE_BYTES;
  }

  private get draftPath(): string {
    return `${this.path}draft/`;
  }

  /** Compiles the content. @returns the page of its preview, or why there is none */
  async preview(content: FormContent): Promise<{ readonly page: string } | { readonly message: string }> {
    try {
      const settings = { ...content.settings, form_title: this.title };
      const body = { asset: this.path, source: { ...content, settings } };
      const response = await this.send('POST', '/api/v2/asset_snapshots/', { body });
      if (response.status === INVALID) return { message: text('notPreviewed') };
      if (!response.ok) return { message: messageOf(await response.text()) };
      const { uid } = (await response.json()) as { uid: string };
      return { page: `/web-forms/snapshots/${uid}/` };
    } catch {
      return { message: '' };
    }
  }

  /**
   * Sends and reads the response as a whole: a connection may end in the middle of it.
   * @param expected statuses of errors that are returned too
   */
  private async attempt(
    method: string,
    path: string,
    request: Sent,
    expected: readonly number[] = [],
  ): Promise<Answer | Failure> {
    try {
      const limit = AbortSignal.timeout(TIMEOUT_MS);
      const signal = request.signal === undefined ? limit : eitherOf(request.signal, limit);
      const response = await this.send(method, path, { ...request, signal });
      const { status } = response;
      const received = await response.text();
      if (response.ok) return { status, body: received === '' ? undefined : JSON.parse(received) };
      if (expected.includes(status)) return { status, body: undefined };
      const seconds = Number(response.headers.get('Retry-After') ?? NaN);
      return {
        kind: 'failed',
        message: refusalOf(status, received),
        retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : undefined,
      };
    } catch (error) {
      return { kind: 'failed', message: error instanceof NotSignedInError ? error.message : '' };
    }
  }

  /**
   * Texts of the response are in the language of the page.
   * @throws NotSignedInError if another person has signed in meanwhile
   */
  send(method: string, path: string, { body, ...request }: Sent = {}): Promise<Response> {
    const isForm = body instanceof FormData;
    const separator = path.includes('?') ? '&' : '?';
    return this.person.send((csrfToken) =>
      fetch(`${path}${separator}language=${document.documentElement.lang}`, {
        method,
        headers: {
          Accept: 'application/json',
          'X-CSRFToken': csrfToken,
          ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
        ...request,
      }),
    );
  }
}

/** As `AbortSignal.any`, which Safari before 17.4 and Firefox before 124 lack. */
function eitherOf(...signals: readonly AbortSignal[]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) {
    const abort = (): void => either.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  }
  return either.signal;
}

function refusalOf(status: number, body: string): string {
  return status === SIGNED_OUT ? new NotSignedInError().message : messageOf(body);
}

/** Texts of an error response. */
export function messageOf(body: string): string {
  try {
    const parsed = JSON.parse(body) as unknown;
    return textsIn(parsed).join(' ');
  } catch {
    return '';
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if ('detail' in value && typeof value.detail === 'string') return [value.detail];
  return Object.values(value).flatMap(textsIn);
}
