import { randomUUID } from 'node:crypto';
import { instanceXml } from '../factories/submission.factory';
import { SURVEY_CONTENT } from '../factories/asset.factory';
import { STORAGE_PLACES, type StoragePlace } from '../fixtures/storage-places';
import { printedSeed, Random } from '../support/random';
import { ServiceUnderKill } from '../support/service-under-kill';
import { byTurns } from '../support/ways-in';

const FULL = process.env['TEST_PROFILE'] === 'full';
const KILLS = FULL ? 12 : 2;
const CLIENTS = 32;
/** So many answers after its start the service is killed, in the middle of other requests. */
const [FEWEST_ANSWERS, MOST_ANSWERS] = FULL ? [100, 800] : [30, 90];
const LARGEST_FILE = FULL ? 300_000 : 100_000;
/** Of the full profile, whose machine does nothing else. */
const READY_WITHIN_MS = 5_000;

const PLACES = FULL ? STORAGE_PLACES : STORAGE_PLACES.slice(0, 1);

if (FULL) jest.setTimeout(60 * 60_000);

/** A file whose bytes are made again whenever they are needed: a long run sends more than memory holds. */
interface MadeFile {
  readonly name: string;
  readonly seed: number;
  readonly size: number;
}

/** A document that a client tried to send, and what it was told. */
interface Attempt {
  readonly uuid: string;
  readonly xml: string;
  readonly files: readonly MadeFile[];
  acknowledged: boolean;
}

/** A submission, and the edits of it, each of the one before it; only the last may not be acknowledged. */
interface Sent extends Attempt {
  readonly edits: Attempt[];
}

interface Shown {
  readonly _id: number;
  readonly _uuid: string;
  readonly 'meta/rootUuid': string;
  readonly _attachments: readonly { readonly media_file_basename: string; readonly download_url: string }[];
}

describe.each(PLACES)('kill -9 of the service under load, files in %s', (_name, makePlaces) => {
  const random = new Random(printedSeed('kill-under-load'));
  const places = makePlaces();
  let place: StoragePlace;
  const service = new ServiceUnderKill('admin', () => place.variables);
  const attempts = new Map<string, Sent>();
  /** Submissions whose files were compared since the last look at all of them. */
  const whole = new Set<string>();
  /** Answers that no client should ever get. */
  const surprises: string[] = [];
  let uid: string;

  beforeAll(async () => {
    await places.before();
    place = places.next();
    await service.start();
    const made = await json('POST', '/api/v2/assets/', {
      asset_type: 'survey',
      name: 'Under load',
      content: SURVEY_CONTENT,
    });
    uid = made['uid'] as string;
    await json('POST', `/api/v2/assets/${uid}/deployment/`, { active: true });
  });
  afterAll(async () => {
    await service.remove();
    await places.after();
  });

  it('loses no acknowledged submission, keeps none twice and no file in half', async () => {
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
    expect(surprises).toEqual([]);
    for (const attempt of sent.flatMap((each) => [each, ...each.edits])) {
      if (!attempt.acknowledged) expect([201, 202]).toContain(await send(attempt));
      attempt.acknowledged = true;
    }
    // Files that were whole after an earlier kill must be so still.
    whole.clear();
    await expectConsistent();
    expect(await shown()).toHaveLength(sent.length);
    await expectHistories(sent);
    if (FULL) expect(slowestMs).toBeLessThan(READY_WITHIN_MS);
  });

  /** Clients send one submission after the other until the service, after some answers, is gone. */
  async function loadUntilKilled({ database }: { database: boolean }): Promise<void> {
    let answersLeft = random.between(FEWEST_ANSWERS, MOST_ANSWERS);
    let killed: Promise<void> | undefined;
    const clients = Array.from({ length: CLIENTS }, () => new Random(random.between(0, 2 ** 31)));
    const work = clients.map(async (own) => {
      while (killed === undefined) {
        const attempt = attemptOf(own);
        try {
          const status = await send(attempt);
          if (status === 201 || status === 202) attempt.acknowledged = true;
          // While its database is away the service may say so; it must not say anything else.
          else if (status !== 503) surprises.push(`${status} for ${attempt.uuid}`);
        } catch {
          // The connection broke: the client does not know what became of its submission.
          return;
        }
        answersLeft -= 1;
        if (answersLeft === 0) killed = service.kill({ database });
      }
    });
    await Promise.all(work);
    await killed;
  }

  /** A new submission or, 15 times in 100, one that was sent before, acknowledged or not, or, 5 times, an edit of one. */
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
          size: own.between(1, LARGEST_FILE),
        }))
      : [];
    const answers = `<person><name>${'x'.repeat(own.between(1, 2_000))}</name></person><photo>photo-0.jpg</photo>`;
    const xml = instanceXml(uid, { uuid, answers });
    const attempt = { uuid, xml, files, acknowledged: false, edits: [] };
    attempts.set(uuid, attempt);
    return attempt;
  }

  /** Of what is known to be there; nobody edits it until it is known what became of this one. */
  function editOf(own: Random): Attempt | undefined {
    const known = [...attempts.values()].filter((each) => statesOf(each).at(-1)!.acknowledged);
    if (known.length === 0) return undefined;
    const edited = own.pick(known);
    const uuid = randomUUID();
    const answers = `<person><name>${'y'.repeat(own.between(1, 2_000))}</name></person><photo>photo-0.jpg</photo>`;
    const xml = instanceXml(uid, { uuid, answers, deprecates: statesOf(edited).at(-1)!.uuid });
    const edit = { uuid, xml, files: [], acknowledged: false };
    edited.edits.push(edit);
    return edit;
  }

  async function send({ xml, files }: Attempt): Promise<number> {
    const form = new FormData();
    form.set('xml_submission_file', new Blob([xml], { type: 'text/xml' }), 'submission.xml');
    for (const file of files) {
      form.append(file.name, new Blob([bytesOf(file)], { type: 'image/jpeg' }), file.name);
    }
    const answer = await fetch(`${service.origin}/submission`, {
      method: 'POST',
      headers: { Authorization: service.authorization, ...byTurns() },
      body: form,
    });
    await answer.arrayBuffer();
    return answer.status;
  }

  /** Everything that was acknowledged is there once and whole; whatever else is there was sent, and is whole too. */
  async function expectConsistent(): Promise<void> {
    const rows = await shown();
    expect(new Set(rows.map(({ _id }) => _id)).size).toBe(rows.length);
    const byRoot = new Map(rows.map((row) => [rootOf(row), row]));
    expect(byRoot.size).toBe(rows.length);
    const lost = [...attempts.values()].filter(({ uuid, acknowledged }) => acknowledged && !byRoot.has(uuid));
    expect(lost.map(({ uuid }) => uuid)).toEqual([]);

    for (const row of rows) {
      const attempt = attempts.get(rootOf(row))!;
      const possible = statesOf(attempt).slice(statesOf(attempt).findLastIndex((each) => each.acknowledged));
      expect(possible.map(({ uuid }) => uuid)).toContain(row._uuid);
      expect(row._attachments.map((each) => each.media_file_basename).sort()).toEqual(
        attempt.files.map(({ name }) => name).sort(),
      );
      if (whole.has(attempt.uuid)) continue;
      for (const { media_file_basename, download_url } of row._attachments) {
        const bytes = Buffer.from(await (await get(new URL(download_url).pathname)).arrayBuffer());
        const sent = attempt.files.find(({ name }) => name === media_file_basename)!;
        expect(Buffer.compare(bytes, bytesOf(sent))).toBe(0);
      }
      whole.add(attempt.uuid);
    }

    const counts = await json('GET', `/api/v2/assets/${uid}/counts/?days=2`);
    const asset = await json('GET', `/api/v2/assets/${uid}/`);
    expect(counts['total_submission_count']).toBe(rows.length);
    expect(
      Object.values(counts['daily_submission_counts'] as Record<string, number>).reduce((a, b) => a + b, 0),
    ).toBe(rows.length);
    expect(asset['deployment__submission_count']).toBe(rows.length);
  }

  /** Each state that was replaced is kept, as it came. */
  async function expectHistories(sent: readonly Sent[]): Promise<void> {
    const edited = sent.filter(({ edits }) => edits.length > 0);
    process.stderr.write(`kill-under-load: ${edited.length} of ${sent.length} were edited\n`);
    for (const each of edited) {
      const path = `/api/v2/assets/${uid}/data/${each.uuid}/history/?limit=1000`;
      const { results } = (await json('GET', path)) as { results?: { xml: string }[] };
      expect(results!.map(({ xml }) => xml)).toEqual(
        statesOf(each)
          .slice(0, -1)
          .map(({ xml }) => xml),
      );
    }
  }

  /** All submissions, read page by page as a client does. */
  async function shown(): Promise<Shown[]> {
    const rows: Shown[] = [];
    for (let next: string | null = `/api/v2/assets/${uid}/data/?limit=500`; next !== null;) {
      const page: Record<string, unknown> = await json('GET', next);
      rows.push(...(page['results'] as Shown[]));
      next = page['next'] === null ? null : (page['next'] as string);
      if (next !== null) next = new URL(next).pathname + new URL(next).search;
      else expect(page['count']).toBe(rows.length);
    }
    return rows;
  }

  async function get(path: string): Promise<Response> {
    return ask(path, { method: 'GET' });
  }

  async function json(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const answer = await ask(path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
    return (await answer.json()) as Record<string, unknown>;
  }

  /** A request that must succeed. @throws Error that tells how the service is */
  async function ask(path: string, options: { method: string; body?: string }): Promise<Response> {
    const what = `${options.method} ${path}`;
    const answer = await fetch(`${service.origin}${path}`, {
      ...options,
      headers: { Authorization: service.authorization, 'Content-Type': 'application/json' },
    }).catch((error: unknown) => {
      throw new Error(`${what} was not answered. ${service.report}`, { cause: error });
    });
    if (answer.ok) return answer;
    throw new Error(`${what} answered ${answer.status}: ${await answer.text()}\n${service.report}`);
  }
});

function rootOf(row: Shown): string {
  return row['meta/rootUuid'].replace(/^uuid:/, '');
}

/** What a submission was and is, the first state first. */
function statesOf(sent: Sent): Attempt[] {
  return [sent, ...sent.edits];
}

function bytesOf({ seed, size }: MadeFile): Buffer {
  return new Random(seed).bytes(size);
}
