import { UnavailableError } from '../../domain/errors';
import { SendError, type Sender } from '../../outbound-http/sender';

export interface EnketoSettings {
  /** Origin and path, without a trailing slash. */
  readonly url?: string | undefined;
  readonly apiKey?: string | undefined;
}

export interface EnketoInstance {
  /** OpenRosa server from which the web form loads the form, and to which it submits. */
  readonly serverUrl: string;
  readonly formId: string;
  readonly xml: string;
  readonly uuid: string;
  readonly files: readonly { readonly name: string; readonly url: string }[];
}

export type WebFormMode = 'edit' | 'view';

const ENDPOINTS = {
  edit: { path: '/api/v2/instance', urlKey: 'edit_url' },
  view: { path: '/api/v2/instance/view', urlKey: 'view_url' },
} as const;

const RESPONSE_TIMEOUT_MS = 10_000;

/** Client of the Enketo Express API (decision 142). */
export class EnketoService {
  constructor(
    private readonly settings: EnketoSettings,
    private readonly sender: Sender,
  ) {}

  /** Without it, web forms are pages of this service. */
  get isConfigured(): boolean {
    return this.settings.url !== undefined;
  }

  previewUrl(formUrl: string): string {
    return `${this.settings.url}/preview?form=${encodeURIComponent(formUrl)}`;
  }

  /** @throws UnavailableError if it does not return a URL */
  async createUrl(mode: WebFormMode, instance: EnketoInstance): Promise<string> {
    const { url, apiKey = '' } = this.settings;
    const { path, urlKey } = ENDPOINTS[mode];
    const body = new URLSearchParams({
      server_url: instance.serverUrl,
      form_id: instance.formId,
      instance: instance.xml,
      instance_id: instance.uuid,
      return_url: 'false',
      ...Object.fromEntries(instance.files.map((file) => [`instance_attachments[${file.name}]`, file.url])),
    }).toString();
    const { statusCode, text } = await this.post(`${url}${path}`, apiKey, body);
    const response = parseObject(text);
    const webFormUrl = response[urlKey];
    if (statusCode < 300 && typeof webFormUrl === 'string' && isWebUrl(webFormUrl)) return webFormUrl;
    const { message } = response;
    throw enketoError(
      typeof message === 'string' ? message : `unexpected response with status ${statusCode}.`,
    );
  }

  private async post(url: string, apiKey: string, body: string) {
    const headers = {
      Authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    try {
      const bounds = { timeoutMs: RESPONSE_TIMEOUT_MS, signal: new AbortController().signal };
      return await this.sender.post({ url, headers, body }, bounds);
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      throw enketoError(error.isTimeout ? 'no response in time.' : 'not reachable.');
    }
  }
}

function enketoError(message: string): UnavailableError {
  return new UnavailableError(`Enketo error: ${message}`);
}

/** Parses a JSON object; anything else is empty. */
function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
