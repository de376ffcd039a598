import { setTimeout as pause } from 'node:timers/promises';
import { to as copyTo } from 'pg-copy-streams';
import { standardiseContent } from '../../src/domain/content/standard/standardise-content';
import type { ServiceClient } from '../../src/cli/demo/service-client';
import { assetIdOf, multiply, withClient } from './dataset';
import { quantile, latenciesDuring } from './latency';
import type { ServiceProcess } from './processes';
import { median, type Report } from './report';

export const COLUMNS = 60;
const ROUNDS = 3;
const POLL_MS = 20;
const MAX_HELD_MS = 50;
const MAX_RSS_MB = 64;

interface Task {
  readonly url: string;
  readonly status: string;
  readonly data: { readonly processing_time_seconds?: number };
}

/**
 * Measures CSV and workbook exports of 60 questions: speed compared with COPY of the same rows, latency of other
 * requests, and memory.
 */
export async function measureExports(
  report: Report,
  service: ServiceProcess,
  client: ServiceClient,
  databaseUrl: string,
  rows: number,
): Promise<void> {
  const uid = await makeWideForm(client);
  const assetId = await assetIdOf(databaseUrl, uid);
  await submitWide(service, client, uid);
  await multiply(databaseUrl, assetId, rows);
  const copies: number[] = [];
  const times: Record<string, number[]> = { csv: [], xls: [] };
  const held: number[] = [];
  // The first round also starts the worker threads.
  await exportOnce(client, uid, 'csv');
  const rise = await service.rssRiseMb(async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      copies.push(await copySeconds(databaseUrl, assetId));
      for (const type of ['csv', 'xls']) {
        const waits = await latenciesDuring(service, async () => {
          times[type]!.push(await exportOnce(client, uid, type));
        });
        held.push(...waits.map((each) => each.heldMs));
      }
    }
  });
  const [csv, xls, copy] = [median(times['csv']!), median(times['xls']!), median(copies)];
  const name = `${rows} × ${COLUMNS}`;
  report.figure(`CSV of ${name}`, rows / csv, 'rows/s');
  report.figure(`workbook of ${name}`, rows / xls, 'rows/s');
  report.ratio(`CSV of ${name} to COPY of the same rows`, copy / csv, { least: 0.25 });
  report.ratio(`workbook of ${name} to CSV, time`, xls / csv, { most: 4 });
  report.figure('exports, memory beyond what was before', rise, 'MB', { most: MAX_RSS_MB });
  report.figure('others during exports, held up by the service, p99', quantile(held, 0.99), 'ms', {
    most: MAX_HELD_MS,
  });
  report.figure('others during exports, held up by the service, longest', quantile(held, 1), 'ms');
}

function wideSurvey(): object {
  const kinds = ['text', 'select_one yesno', 'integer', 'select_one yesno', 'date', 'decimal'];
  return {
    survey: Array.from({ length: COLUMNS }, (_, n) => ({
      type: kinds[n % kinds.length],
      name: `question_${n}`,
      label: [`What of ${n}?`],
    })),
    choices: ['yes', 'no'].map((name) => ({ list_name: 'yesno', name, label: [`It is ${name}`] })),
  };
}

export async function makeWideForm(client: ServiceClient): Promise<string> {
  const content = standardiseContent(wideSurvey(), { assetType: 'survey', random: Math.random });
  const { uid } = await client.json<{ uid: string }>('POST', '/api/v2/assets/', {
    asset_type: 'survey',
    name: 'Wide',
    content,
  });
  await client.json('POST', `/api/v2/assets/${uid}/deployment/`, { active: true });
  await client.json('POST', `/api/v2/assets/${uid}/permission-assignments/`, {
    user: '/api/v2/users/AnonymousUser/',
    permission: '/api/v2/permissions/add_submissions/',
  });
  return uid;
}

async function submitWide(service: ServiceProcess, client: ServiceClient, uid: string): Promise<void> {
  const values = ['Mto wa Mbu, by the road', 'yes', '42', 'no', '2026-03-01', '12.5'];
  const answers = Array.from({ length: COLUMNS }, (_, n) => {
    return `<question_${n}>${values[n % values.length]}</question_${n}>`;
  });
  const form = new FormData();
  const xml = `<data id="${uid}">${answers.join('')}<meta><instanceID>uuid:${crypto.randomUUID()}</instanceID></meta></data>`;
  form.append('xml_submission_file', new Blob([xml], { type: 'text/xml' }), 'submission.xml');
  const response = await fetch(`${service.url}/admin/submission`, { method: 'POST', body: form });
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  await client.json('GET', `/api/v2/assets/${uid}/data/?limit=1`);
}

/** @returns seconds from the request to the complete file */
export async function exportOnce(client: ServiceClient, uid: string, type: string): Promise<number> {
  const request = {
    type,
    lang: '_default',
    group_sep: '/',
    hierarchy_in_labels: false,
    fields_from_all_versions: true,
    multiple_select: 'both',
  };
  const { url } = await client.json<Task>('POST', `/api/v2/assets/${uid}/exports/`, request);
  for (;;) {
    const { status, data } = await client.json<Task>('GET', new URL(url).pathname);
    if (status === 'complete') return data.processing_time_seconds!;
    if (status === 'error') throw new Error(`The ${type} export failed.`);
    await pause(POLL_MS);
  }
}

/** Seconds that COPY takes for the rows of a form. */
export async function copySeconds(url: string, assetId: number): Promise<number> {
  return withClient(url, async (client) => {
    const started = performance.now();
    const copied = client.query(
      copyTo(`COPY (SELECT json FROM submission WHERE asset_id = ${assetId} ORDER BY id) TO STDOUT`),
    );
    for await (const _ of copied) continue;
    return (performance.now() - started) / 1000;
  });
}
