import { randomUUID } from 'node:crypto';
import { instanceXml } from '../factories/submission.factory';
import { SURVEY_CONTENT } from '../factories/asset.factory';
import { STORAGE_BACKENDS, type StorageBackend } from '../fixtures/storage-backends';
import { Random, testSeed } from '../fixtures/random';
import { KillableService } from '../support/killable-service';
import { headersOfSender } from '../support/form-readers';

const LONG = process.env['TEST_PROFILE'] === 'long';
const KILLS = LONG ? 12 : 2;
const CLIENTS = 32;
/** Responses after which the service is killed, with other requests in flight. */
const [MIN_RESPONSES, MAX_RESPONSES] = LONG ? [100, 800] : [30, 90];
const MAX_FILE_BYTES = LONG ? 300_000 : 100_000;
/** Long profile only: it has the machine to itself. */
const MAX_READY_MS = 5_000;

const BACKENDS = LONG ? STORAGE_BACKENDS : STORAGE_BACKENDS.slice(0, 1);

if (LONG) jest.setTimeout(60 * 60_000);

/** File whose bytes are regenerated from a seed: a long run sends more than memory holds. */
interface GeneratedFile {
  readonly name: string;
  readonly seed: number;
  readonly size: number;
}

interface Attempt {
  readonly uuid: string;
  readonly xml: string;
  readonly files: readonly GeneratedFile[];
  acknowledged: boolean;
}

/** Submission and its consecutive edits; only the last may be unacknowledged. */
interface SentSubmission extends Attempt {
  readonly edits: Attempt[];
}

interface ListedSubmission {
  readonly _id: number;
  readonly _uuid: string;
  readonly 'meta/rootUuid': string;
  readonly _attachments: readonly { readonly media_file_basename: string; readonly download_url: string }[];
}

describe.each(BACKENDS)('SIGKILL of the service under load, files in %s', (_name, makeBackends) => {
  const random = new Random(testSeed());
  const backends = makeBackends();
  let backend: StorageBackend;
  const service = new KillableService('admin', () => backend.variables);
  const attempts = new Map<string, SentSubmission>();
  /** Submissions whose files were verified since the last full check. */
  const verified = new Set<string>();
  const unexpected: string[] = [];
  let uid: string;

  beforeAll(async () => {
    await backends.before();
    backend = backends.next();
    await service.start();
    const created = await json('POST', '/api/v2/assets/', {
      asset_type: 'survey',
      name: 'Under load',
      content: SURVEY_CONTENT,
    });
    uid = created['uid'] as string;
    await json('POST', `/api/v2/assets/${uid}/deployment/`, { active: true });
  });
  afterAll(async () => {
    await service.remove();
    await backends.after();
  });

  it('loses no acknowledged submission, stores none twice and no partial file', async () => {
    let slowestMs = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await loadUntilKilled({ database: kill % 2 === 0 });
      const killed = performance.now();
      await service.start();
      const readyMs = performance.now() - killed;
      slowestMs = Math.max(slowestMs, readyMs);
      process.stderr.write(`kill-under-load: ready ${readyMs.toFixed(0)} ms after kill ${kill}\n`);
      await expectConsistent();
    }
    const sent = [...attempts.values()];
    expect(unexpected).toEqual([]);
    for (const attempt of sent.flatMap((each) => [each, ...each.edits])) {
      if (!attempt.acknowledged) expect([201, 202]).toContain(await send(attempt));
      attempt.acknowledged = true;
    }
    verified.clear();
    await expectConsistent();
    expect(await listAll()).toHaveLength(sent.length);
    await expectHistories(sent);
    if (LONG) expect(slowestMs).toBeLessThan(MAX_READY_MS);
  });

  /** Clients send submissions until the service is killed after some responses. */
  async function loadUntilKilled({ database }: { database: boolean }): Promise<void> {
    let responsesLeft = random.between(MIN_RESPONSES, MAX_RESPONSES);
    let killed: Promise<void> | undefined;
    const clients = Array.from({ length: CLIENTS }, () => new Random(random.between(0, 2 ** 31)));
    const work = clients.map(async (own, index) => {
      const headers = headersOfSender(index);
      while (killed === undefined) {
        const attempt = attemptOf(own);
        try {
          const status = await send(attempt, headers);
          if (status === 201 || status === 202) attempt.acknowledged = true;
          // 503 is valid while the database is down, nothing else.
          else if (status !== 503) unexpected.push(`${status} for ${attempt.uuid}`);
        } catch {
          // The connection broke: the outcome is unknown to the client.
          return;
        }
        responsesLeft -= 1;
        if (responsesLeft === 0) killed = service.kill({ database });
      }
    });
    await Promise.all(work);
    await killed;
  }

  /** New submission (80 %), one that was sent before (15 %), or an edit (5 %). */
  function attemptOf(own: Random): Attempt {
    const kind = own.next();
    if (attempts.size > 0 && kind < 0.15) return own.pick([...attempts.values()]);
    const edit = kind < 0.2 ? editOf(own) : undefined;
    if (edit !== undefined) return edit;
    const uuid = randomUUID();
    const files = own.chance(0.3)
      ? Array.from({ length: own.between(1, 2) }, (_, index) => ({
          name: `photo-${index}.jpg`,
          seed: own.between(0, 2 ** 31),
          size: own.between(1, MAX_FILE_BYTES),
        }))
      : [];
    const answers = `<person><name>${'x'.repeat(own.between(1, 2_000))}</name></person><photo>photo-0.jpg</photo>`;
    const xml = instanceXml(uid, { uuid, answers });
    const attempt = { uuid, xml, files, acknowledged: false, edits: [] };
    attempts.set(uuid, attempt);
    return attempt;
  }

  /** Edits an acknowledged submission that has no pending edit. */
  function editOf(own: Random): Attempt | undefined {
    const editable = [...attempts.values()].filter((each) => versionsOf(each).at(-1)!.acknowledged);
    if (editable.length === 0) return undefined;
    const edited = own.pick(editable);
    const uuid = randomUUID();
    const answers = `<person><name>${'y'.repeat(own.between(1, 2_000))}</name></person><photo>photo-0.jpg</photo>`;
    const xml = instanceXml(uid, { uuid, answers, deprecates: versionsOf(edited).at(-1)!.uuid });
    const edit = { uuid, xml, files: [], acknowledged: false };
    edited.edits.push(edit);
    return edit;
  }

  async function send(
    { xml, files }: Attempt,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<number> {
    const form = new FormData();
    form.set('xml_submission_file', new Blob([xml], { type: 'text/xml' }), 'submission.xml');
    for (const file of files) {
      form.append(file.name, new Blob([bytesOf(file)], { type: 'image/jpeg' }), file.name);
    }
    const response = await fetch(`${service.origin}/submission`, {
      method: 'POST',
      headers: { Authorization: service.authorization, ...headers },
      body: form,
    });
    await response.arrayBuffer();
    return response.status;
  }

  /** Asserts that acknowledged submissions are stored once and whole, and all others were sent. */
  async function expectConsistent(): Promise<void> {
    const rows = await listAll();
    expect(new Set(rows.map(({ _id }) => _id)).size).toBe(rows.length);
    const byRoot = new Map(rows.map((row) => [rootOf(row), row]));
    expect(byRoot.size).toBe(rows.length);
    const lost = [...attempts.values()].filter(({ uuid, acknowledged }) => acknowledged && !byRoot.has(uuid));
    expect(lost.map(({ uuid }) => uuid)).toEqual([]);

    for (const row of rows) {
      const attempt = attempts.get(rootOf(row))!;
      const possible = versionsOf(attempt).slice(
        versionsOf(attempt).findLastIndex((each) => each.acknowledged),
      );
      expect(possible.map(({ uuid }) => uuid)).toContain(row._uuid);
      expect(row._attachments.map((each) => each.media_file_basename).sort()).toEqual(
        attempt.files.map(({ name }) => name).sort(),
      );
      if (verified.has(attempt.uuid)) continue;
      for (const { media_file_basename, download_url } of row._attachments) {
        const bytes = Buffer.from(await (await get(new URL(download_url).pathname)).arrayBuffer());
        const sent = attempt.files.find(({ name }) => name === media_file_basename)!;
        expect(Buffer.compare(bytes, bytesOf(sent))).toBe(0);
      }
      verified.add(attempt.uuid);
    }

    const counts = await json('GET', `/api/v2/assets/${uid}/counts/?days=2`);
    const asset = await json('GET', `/api/v2/assets/${uid}/`);
    expect(counts['total_submission_count']).toBe(rows.length);
    expect(
      Object.values(counts['daily_submission_counts'] as Record<string, number>).reduce((a, b) => a + b, 0),
    ).toBe(rows.length);
    expect(asset['deployment__submission_count']).toBe(rows.length);
  }

  /** Asserts that each replaced version is in the history, unchanged. */
  async function expectHistories(sent: readonly SentSubmission[]): Promise<void> {
    const edited = sent.filter(({ edits }) => edits.length > 0);
    process.stderr.write(`kill-under-load: ${edited.length} of ${sent.length} submissions were edited\n`);
    for (const each of edited) {
      const path = `/api/v2/assets/${uid}/data/${each.uuid}/history/?limit=1000`;
      const { results } = (await json('GET', path)) as { results?: { xml: string }[] };
      expect(results!.map(({ xml }) => xml)).toEqual(
        versionsOf(each)
          .slice(0, -1)
          .map(({ xml }) => xml),
      );
    }
  }

  async function listAll(): Promise<ListedSubmission[]> {
    const rows: ListedSubmission[] = [];
    for (let next: string | null = `/api/v2/assets/${uid}/data/?limit=500`; next !== null;) {
      const page: Record<string, unknown> = await json('GET', next);
      rows.push(...(page['results'] as ListedSubmission[]));
      next = page['next'] === null ? null : (page['next'] as string);
      if (next !== null) next = new URL(next).pathname + new URL(next).search;
      else expect(page['count']).toBe(rows.length);
    }
    return rows;
  }

  async function get(path: string): Promise<Response> {
    return request(path, { method: 'GET' });
  }

  async function json(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const response = await request(path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Record<string, unknown>;
  }

  /** Sends a request that must succeed. @throws Error with the state of the service */
  async function request(path: string, options: { method: string; body?: string }): Promise<Response> {
    const target = `${options.method} ${path}`;
    const response = await fetch(`${service.origin}${path}`, {
      ...options,
      headers: { Authorization: service.authorization, 'Content-Type': 'application/json' },
    }).catch((error: unknown) => {
      throw new Error(`${target} got no response. ${service.report}`, { cause: error });
    });
    if (response.ok) return response;
    throw new Error(`${target} returned ${response.status}: ${await response.text()}\n${service.report}`);
  }
});

function rootOf(row: ListedSubmission): string {
  return row['meta/rootUuid'].replace(/^uuid:/, '');
}

/** Versions of a submission, oldest first. */
function versionsOf(sent: SentSubmission): Attempt[] {
  return [sent, ...sent.edits];
}

function bytesOf({ seed, size }: GeneratedFile): Buffer {
  return new Random(seed).bytes(size);
}
