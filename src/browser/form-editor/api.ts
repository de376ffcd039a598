import type { FormContent } from './form-content';
import type { FormCheck } from './problems';

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

interface AssetBody {
  readonly content: FormContent;
  readonly version_id: string;
  readonly last_modified_by?: string | null;
}

const CSRF_COOKIE = /(?:^|; )csrftoken=([^;]*)/;
const CONFLICT = 409;

/** Requests of the editor to the API, as the person that is signed in. */
export class FormApi {
  private readonly path: string;

  /** @param title of the form, which is the name of the project */
  constructor(
    uid: string,
    private readonly title: string,
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
    return { content, versionUid, modifiedBy: modifiedBy ?? '' };
  }

  /** @param base version that the content replaces */
  async save(content: FormContent, base: string): Promise<SaveResult> {
    try {
      const response = await this.send('PATCH', this.path, { content, base_version_id: base });
      if (response.ok) {
        return { kind: 'saved', versionUid: ((await response.json()) as AssetBody).version_id };
      }
      if (response.status === CONFLICT) return { kind: 'stale' };
      return { kind: 'refused', message: messageOf(await response.text()) };
    } catch {
      return { kind: 'failed' };
    }
  }

  /** Undefined while the service can't be reached. */
  async check(content: FormContent, signal: AbortSignal): Promise<FormCheck | undefined> {
    try {
      const response = await this.send('POST', `${this.path}check/`, { content }, signal);
      return response.ok ? ((await response.json()) as FormCheck) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Compiles the content. @returns the page of its preview, or why there is none */
  async preview(content: FormContent): Promise<{ readonly page: string } | { readonly message: string }> {
    try {
      const settings = { ...content.settings, form_title: this.title };
      const body = { asset: this.path, source: { ...content, settings } };
      const response = await this.send('POST', '/api/v2/asset_snapshots/', body);
      if (!response.ok) return { message: messageOf(await response.text()) };
      const { uid } = (await response.json()) as { uid: string };
      return { page: `/web-forms/snapshots/${uid}/` };
    } catch {
      return { message: '' };
    }
  }

  private send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    return fetch(path, {
      method,
      headers: {
        Accept: 'application/json',
        'X-CSRFToken': CSRF_COOKIE.exec(document.cookie)?.[1] ?? '',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  }
}

/** Texts of an error response. */
function messageOf(body: string): string {
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
