import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { finished } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import type { ServiceClient } from '../../src/cli/demo/service-client';
import { SECONDS } from './comparison';
import { withClient } from './dataset';
import { load } from './load';
import type { ServiceProcess } from './processes';
import { median, type Report } from './report';
import { getRequest } from './requests';

/** A question unknown to the form, with an answer that differs from row to row. */
const QUESTION = 'bench_number';
const DIFFERENT_ANSWERS = 1000;
const ROUNDS = 3;

export interface LargeForm {
  readonly uid: string;
  readonly assetId: number;
  readonly databaseUrl: string;
  readonly authorization: string;
}

/** Compares streams with COPY of the same rows, and measures filters, which scan every row. */
export async function measureStreams(
  report: Report,
  service: ServiceProcess,
  form: LargeForm,
): Promise<void> {
  const copy = await medianOf(() => copyMs(form));
  report.figure('COPY of all submissions', copy, 'ms');
  for (const format of ['ndjson', 'csv']) {
    const times: number[] = [];
    const rise = await service.rssRiseMb(async () => {
      for (let round = 0; round < ROUNDS; round += 1) times.push(await downloadMs(service, form, format));
    });
    report.figure(`data.${format} of all submissions`, median(times), 'ms');
    report.ratio(`data.${format} to COPY`, copy / median(times), { least: 0.5, isGoal: true });
    report.figure(`RSS rise of data.${format}`, rise, 'MB', { most: 64, isGoal: true });
  }
  await measureFilters(report, service, form);
}

/** Searches of 100 submissions by one answer, and of the latest percent by time, as nightly scripts do. */
async function measureFilters(report: Report, service: ServiceProcess, form: LargeForm): Promise<void> {
  const since = await withClient(form.databaseUrl, async (client) => {
    await client.query(
      `UPDATE submission SET answers = answers || jsonb_build_object('${QUESTION}', (id % ${DIFFERENT_ANSWERS})::text),
              date_submitted = now() + (id - last.id) * interval '1 minute'
         FROM (SELECT max(id) AS id FROM submission WHERE asset_id = $1) AS last WHERE asset_id = $1`,
      [form.assetId],
    );
    await client.query('VACUUM ANALYZE submission');
    const { rows } = await client.query<{ time: Date }>(
      `SELECT date_submitted AS time FROM submission WHERE asset_id = $1
        ORDER BY id DESC OFFSET (SELECT count(*) / 100 FROM submission WHERE asset_id = $1) LIMIT 1`,
      [form.assetId],
    );
    return rows[0]!.time.toISOString();
  });
  const search = async (query: object): Promise<number> => {
    const { medianMs } = await load({
      port: service.port,
      clients: 1,
      seconds: 2,
      expected: 200,
      request: getRequest(
        `/api/v2/assets/${form.uid}/data/?limit=100&query=${encodeURIComponent(JSON.stringify(query))}`,
        form.authorization,
      ),
    });
    return medianMs;
  };
  for (const [name, operand] of Object.entries({ equality: '7', range: { $gte: '10', $lt: '11' } })) {
    const ms = await search({ [QUESTION]: operand });
    report.figure(`filter on a question, ${name}`, ms, 'ms', { most: 250, isGoal: true });
  }
  const latest = await search({ _submission_time: { $gt: since } });
  report.figure('filter on the time, latest percent', latest, 'ms', { most: 15, isGoal: true });
  report.ratio('page by time to unfiltered page', latest / (await search({})), { most: 1.2, isGoal: true });
}

/** A client as plain as that of COPY: its CPU is taken from the service. */
async function downloadMs(service: ServiceProcess, form: LargeForm, format: string): Promise<number> {
  const start = performance.now();
  const pending = request(`${service.url}/api/v2/assets/${form.uid}/data.${format}`, {
    headers: { Authorization: form.authorization },
  });
  pending.end();
  const [response] = (await once(pending, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`data.${format} returned ${response.statusCode}.`);
  await finished(response.resume());
  return performance.now() - start;
}

async function copyMs({ databaseUrl, assetId }: LargeForm): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const start = performance.now();
    const rows = client.query(
      copyTo(`COPY (SELECT json FROM submission WHERE asset_id = ${assetId} ORDER BY id) TO STDOUT`),
    );
    for await (const chunk of rows) void chunk;
    return performance.now() - start;
  });
}

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await measure());
  return median(times);
}

interface LastPage {
  readonly path: string;
  readonly authorization: string;
  /** Number of pages. */
  readonly pages: number;
  /** `start` of the last one. */
  readonly deep: number;
}

/** Compares the first page with the last one and with one of a deep `start`. */
export async function compareLastPage(
  report: Report,
  service: ServiceProcess,
  client: ServiceClient,
  { path: firstPath, authorization, pages: expected, deep }: LastPage,
): Promise<void> {
  let last = firstPath;
  let pages = 1;
  for (let next = await nextPath(client, last); next !== undefined; next = await nextPath(client, last)) {
    last = next;
    pages += 1;
  }
  if (pages !== expected) throw new Error(`Followed ${pages} pages instead of ${expected}.`);
  const times = { first: [] as number[], last: [] as number[], deep: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [kind, path] of [
      ['first', firstPath],
      ['last', last],
      ['deep', `${firstPath}&start=${deep}`],
    ] as const) {
      const { medianMs } = await load({
        port: service.port,
        clients: 1,
        seconds: SECONDS,
        expected: 200,
        request: getRequest(path, authorization),
      });
      times[kind].push(medianMs);
    }
  }
  const [first, lastMs] = [median(times.first), median(times.last)];
  report.figure('first page', first, 'ms', { most: 15, isGoal: true });
  report.figure('last page', lastMs, 'ms', { most: 18, isGoal: true });
  report.ratio('page of a deep start to first page', median(times.deep) / first, { most: 2, isGoal: true });
  report.ratio('last page to first page', lastMs / first, { most: 1.2 });
}

async function nextPath(client: ServiceClient, path: string): Promise<string | undefined> {
  const { next } = await client.json<{ next: string | null }>('GET', path);
  return next === null ? undefined : next.slice(client.url.length);
}
