import { randomUUID } from 'node:crypto';
import { SURVEY_CONTENT } from '../factories/asset.factory';
import { instanceXml } from '../factories/submission.factory';
import { PASSWORD } from '../support/app';

interface Outcome {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: string;
}

/** Superuser of a service that submits to a form of its own, and knows what was acknowledged. */
export class SubmittingClient {
  readonly acknowledged = new Set<string>();
  readonly refused: Outcome[] = [];
  authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;
  uid = '';

  constructor(private readonly serviceOrigin: string) {}

  async prepare(): Promise<void> {
    const { token } = await this.postJson<{ token: string }>('/token/?format=json', {});
    this.authorization = `Token ${token}`;
    const form = { asset_type: 'survey', name: 'Submitted', content: SURVEY_CONTENT };
    this.uid = (await this.postJson<{ uid: string }>('/api/v2/assets/', form)).uid;
    await this.postJson(`/api/v2/assets/${this.uid}/deployment/`, { active: true });
  }

  async submit(): Promise<void> {
    const uuid = randomUUID();
    const body = new FormData();
    body.set('xml_submission_file', new Blob([instanceXml(this.uid, { uuid })]), 'submission.xml');
    const outcome = await this.request('/submission', { method: 'POST', body });
    if (outcome.status === 201) this.acknowledged.add(uuid);
    else this.refused.push(outcome);
  }

  /** How often each uuid is stored. */
  async stored(): Promise<Map<string, number>> {
    const stored = new Map<string, number>();
    for (let path: string | null = `/api/v2/assets/${this.uid}/data/?limit=1000`; path !== null;) {
      const { body } = await this.request(path);
      const page = JSON.parse(body) as { next: string | null; results: { _uuid: string }[] };
      for (const { _uuid } of page.results) stored.set(_uuid, (stored.get(_uuid) ?? 0) + 1);
      path = page.next === null ? null : new URL(page.next).pathname + new URL(page.next).search;
    }
    return stored;
  }

  async request(path: string, init: RequestInit = {}): Promise<Outcome> {
    const headers = { Authorization: this.authorization, ...(init.headers as Record<string, string>) };
    const response = await fetch(this.serviceOrigin + path, { ...init, headers });
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: await response.text(),
    };
  }

  async postJson<Result>(path: string, value: object): Promise<Result> {
    const { status, body } = await this.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(value),
    });
    if (status >= 300) throw new Error(`${path} returned ${status}: ${body}`);
    return JSON.parse(body) as Result;
  }
}
