import { ConflictError, UnavailableError } from '../../domain/errors';
import { SendError, type Sender } from '../../outbound-http/sender.port';

/** Where the web forms of the installation are, and what lets it in there. */
export interface EnketoSettings {
  /** Origin and path, without a closing slash. */
  readonly url?: string | undefined;
  readonly apiKey?: string | undefined;
}

/** A stored submission, as a web form is told to show it. */
export interface ShownInstance {
  /** Where the web form finds its form, and sends what is edited. */
  readonly serverUrl: string;
  readonly formId: string;
  readonly xml: string;
  /** Current uuid of the submission. */
  readonly uuid: string;
  readonly files: readonly { readonly name: string; readonly url: string }[];
}

/** What may be done with a submission in a web form. */
export type WebFormUse = 'edit' | 'view';

const WAYS = {
  edit: { path: '/api/v2/instance', answeredIn: 'edit_url' },
  view: { path: '/api/v2/instance/view', answeredIn: 'view_url' },
} as const;

const WITHIN_MS = 10_000;

/** Speaks to the Enketo Express that the operator runs (decision 93). */
export class EnketoService {
  constructor(
    private readonly settings: EnketoSettings,
    private readonly sender: Sender,
  ) {}

  /** Where a form can be tried by whoever may fetch it. @throws ConflictError when no web forms are set up */
  preview(formUrl: string): string {
    return `${this.demand('url', 'ENKETO_URL')}/preview?form=${encodeURIComponent(formUrl)}`;
  }

  /** @throws ConflictError when no web forms are set up */
  demandSetUp(): { url: string; apiKey: string } {
    return { url: this.demand('url', 'ENKETO_URL'), apiKey: this.demand('apiKey', 'ENKETO_API_KEY') };
  }

  /** @returns where a browser finds the submission. @throws ConflictError when there is none, UnavailableError when Enketo gives no such address */
  async show(use: WebFormUse, instance: ShownInstance): Promise<string> {
    const { url, apiKey } = this.demandSetUp();
    const { path, answeredIn } = WAYS[use];
    const body = new URLSearchParams({
      server_url: instance.serverUrl,
      form_id: instance.formId,
      instance: instance.xml,
      instance_id: instance.uuid,
      return_url: 'false',
      ...Object.fromEntries(instance.files.map((file) => [`instance_attachments[${file.name}]`, file.url])),
    }).toString();
    const { statusCode, text } = await this.post(`${url}${path}`, apiKey, body);
    const answer = objectOf(text);
    const address = answer[answeredIn];
    if (statusCode < 300 && typeof address === 'string' && isWebAddress(address)) return address;
    const { message } = answer;
    throw enketoError(typeof message === 'string' ? message : `it answered with status ${statusCode}.`);
  }

  private async post(url: string, apiKey: string, body: string) {
    const headers = {
      Authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    try {
      const bounds = { withinMs: WITHIN_MS, signal: new AbortController().signal };
      return await this.sender.post({ url, headers, body }, bounds);
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      throw enketoError(error.isSilence ? 'it did not answer in time.' : 'it could not be reached.');
    }
  }

  private demand(setting: keyof EnketoSettings, variable: string): string {
    const value = this.settings[setting];
    if (value !== undefined) return value;
    throw new ConflictError(`No web forms are set up here; ask the operator to set ${variable}.`);
  }
}

function enketoError(message: string): UnavailableError {
  return new UnavailableError(`Enketo error: ${message}`);
}

/** Text that is no JSON of an object says nothing. */
function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
