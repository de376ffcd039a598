/** Path below which forms are filled in. */
export const WEB_FORMS_PATH = '/web-forms';

/** Pages below it work without a network: the scope of their service worker. */
export const OFFLINE_FORMS_PATH = `${WEB_FORMS_PATH}/offline`;

/** Pages of collector links: below the one above, so that the worker controls them too. */
export const OFFLINE_COLLECTORS_PATH = `${OFFLINE_FORMS_PATH}/collector`;
export const OFFLINE_WORKER_PATH = `${WEB_FORMS_PATH}/offline-worker.js`;

/** Name of the frame in which the form editor shows its preview. */
export const EDITOR_PREVIEW = 'form-editor-preview';

/** Purpose of a page with a form. */
export type WebFormMode = 'many' | 'single' | 'once' | 'offline' | 'preview' | 'edit' | 'view';

/** Page that says why a form can't be filled in, edited or viewed in a browser. */
export interface UnavailableForm {
  readonly mode: 'unavailable';
  readonly reason: 'closed' | 'encrypted-form' | 'encrypted-submission';
}

/** Data with which the script of a page draws a form and sends its answers. Paths are of this service. */
export interface WebFormPage {
  readonly mode: WebFormMode;
  /** Uid of the asset or snapshot, or key of the collector link: what the browser stores is kept apart by it. */
  readonly formId: string;
  /** Path of the XForm. */
  readonly form: string;
  /** Path of the OpenRosa manifest of its media files. */
  readonly manifest: string;
  /** Media files for visitors who may view the form without submitting: the manifest is not theirs. */
  readonly media?: readonly WebFormFile[];
  /** Path that takes submissions; undefined if none are sent. */
  readonly submission?: string;
  /** The submission to edit or view. */
  readonly instance?: WebFormInstance;
  /** Undefined for a visitor without an account. */
  readonly username?: string;
  /** Path of the page that a preview was opened from. */
  readonly back?: string;
  /** Address to open after a single submission, of an allowed origin. */
  readonly returnUrl?: string;
  /** The form's own text after a submission, by language; '' is the language of a form without translations. */
  readonly confirmation?: Readonly<Record<string, string>>;
  /** Limit of the service on each file of a submission. */
  readonly maxFileBytes?: number;
  /** Map tiles: address with `{x}`, `{y}`, `{z}` and perhaps `{s}`, and source for the CSP; undefined: maps without a background. */
  readonly tiles?: { readonly url: string; readonly attribution: string; readonly origin: string };
}

interface WebFormInstance {
  /** Path of the XML. */
  readonly xml: string;
  readonly files: readonly WebFormFile[];
}

export interface WebFormFile {
  readonly name: string;
  readonly path: string;
}

interface WebFormAddress {
  readonly mode: WebFormMode;
  /** Shown inside pages of other origins, if the operator allows them. */
  readonly framed: boolean;
}

/** Addresses of a deployed form by the last segment of their path. */
export const WEB_FORM_ADDRESSES: ReadonlyMap<string, WebFormAddress> = new Map([
  ['', { mode: 'many', framed: false }],
  ['single', { mode: 'single', framed: false }],
  ['once', { mode: 'once', framed: false }],
  ['preview', { mode: 'preview', framed: false }],
  ['frame', { mode: 'many', framed: true }],
  ['frame-single', { mode: 'single', framed: true }],
  ['frame-once', { mode: 'once', framed: true }],
  ['frame-preview', { mode: 'preview', framed: true }],
]);

/** Keys of `deployment__links` (contract-assets 1.1) with the last segment of each address. */
export const WEB_FORM_LINKS = {
  url: '',
  single_url: 'single',
  single_once_url: 'once',
  offline_url: 'offline',
  preview_url: 'preview',
  iframe_url: 'frame',
  single_iframe_url: 'frame-single',
  single_once_iframe_url: 'frame-once',
  preview_iframe_url: 'frame-preview',
} as const;

/** Whether a form may lead to this address after a submission. Prevents open redirects. */
export function isAllowedReturn(url: string | undefined, origins: readonly string[]): url is string {
  if (url === undefined || !URL.canParse(url)) return false;
  const { protocol, origin } = new URL(url);
  return /^https?:$/.test(protocol) && origins.includes(origin);
}

/** Column of the settings sheet with the text after a submission, with `::language` where it is translated. */
const COLUMN = /^confirmation_message(?:::(.+))?$/;

/** Texts after a submission by language, '' for the column without one; undefined if the form has none. */
export function confirmationOf(
  settings: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> | undefined {
  const texts = Object.entries(settings).flatMap(([name, text]) => {
    const column = COLUMN.exec(name);
    if (column === null || typeof text !== 'string' || text.trim() === '') return [];
    return [[column[1]?.trim() ?? '', text] as const];
  });
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
}
