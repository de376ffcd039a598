import type { QueuedSubmission, StoredFile } from './offline-database';
import type { Identity, Transport } from './queue-sender';
import type { Answer } from './retry-policy';

const OPENROSA_VERSION = 'X-OpenRosa-Version';
const BASE_TIMEOUT_MS = 60_000;
/** Slower uploads are ended and tried again. */
const MIN_BYTES_PER_MS = 4;
const NO_ANSWER = { kind: 'none' } as const;

/** Sends by `fetch`, from pages and from the service worker. @param csrfToken reads the cookie of that name */
export class HttpTransport implements Transport {
  constructor(private readonly csrfToken: () => Promise<string>) {}

  async identity(): Promise<Identity> {
    try {
      const response = await fetch('/me/', {
        headers: await this.headers(),
        signal: AbortSignal.timeout(BASE_TIMEOUT_MS),
      });
      if (response.status === 401) return { kind: 'anonymous' };
      if (!response.ok) return { kind: 'unknown' };
      const { username } = (await response.json()) as { username?: unknown };
      return typeof username === 'string' ? { kind: 'user', username } : { kind: 'anonymous' };
    } catch {
      return { kind: 'unknown' };
    }
  }

  async post(submission: QueuedSubmission, files: readonly StoredFile[]): Promise<Answer> {
    const answer = await this.postOnce(submission, files);
    const isOutdated =
      answer.kind === 'response' && answer.status === 403 && answer.message.startsWith('CSRF');
    if (!isOutdated) return answer;
    // The page sets a new token.
    await fetch(submission.page, { headers: { Accept: 'text/html' } }).catch(() => undefined);
    return this.postOnce(submission, files);
  }

  private async postOnce(
    { path, username }: QueuedSubmission,
    files: readonly StoredFile[],
  ): Promise<Answer> {
    const body = new FormData();
    for (const { name, content } of files) body.append(name, content, name);
    const bytes = files.reduce((sum, { content }) => sum + content.size, 0);
    try {
      const response = await fetch(path, {
        method: 'POST',
        body,
        headers: await this.headers(),
        // Without an account it stays so, even if someone has signed in since.
        credentials: username === undefined ? 'omit' : 'same-origin',
        redirect: 'manual',
        signal: AbortSignal.timeout(BASE_TIMEOUT_MS + bytes / MIN_BYTES_PER_MS),
      });
      return await answerOf(response);
    } catch {
      return NO_ANSWER;
    }
  }

  private async headers(): Promise<Record<string, string>> {
    return { 'X-CSRFToken': await this.csrfToken(), [OPENROSA_VERSION]: '1.0' };
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const isForeign = response.type === 'opaqueredirect' || (response.ok && !headers.has(OPENROSA_VERSION));
  if (isForeign) return NO_ANSWER;
  // A response without its body was sent nevertheless.
  const text = await response.text().catch(() => '');
  return { kind: 'response', status, message: messageOf(text), retryAfter: headers.get('Retry-After') };
}

/** The sentence in an error: OpenRosa XML, or JSON. Service workers have no DOMParser. */
export function messageOf(text: string): string {
  const xml = /<message[^>]*>([^<]*)<\/message>/.exec(text)?.[1];
  if (xml !== undefined) return unescapeXml(xml);
  try {
    const { detail, error } = JSON.parse(text) as { detail?: string; error?: string };
    return detail ?? error ?? '';
  } catch {
    return '';
  }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function unescapeXml(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name]!);
}
