import { execFile } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { QueryRunner } from 'typeorm';
import { ServiceClient } from '../../src/cli/demo/service-client';
import { findRunningEmbeddedPostgres } from '../../src/database/embedded-postgres/embedded-postgres';
import { SubmissionTime1795534800000 } from '../../src/database/migrations/1795534800000-submission-time';
import { assetIdOf, makeForm, withClient } from './dataset';
import { fillForm, fillForms } from './growth-data';
import { load } from './load';
import { makeManyAssets, PEOPLE } from './many-assets';
import { ServiceProcess } from './processes';
import { median, type Report } from './report';
import { submissionRequests } from './requests';

const SUBMISSIONS = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const FORMS = Number(process.env['BENCH_FORMS'] ?? 100_000);
const EACH = 10;
const FORMS_OF_OWNER = 2_000;
const PAGE = 100;
const ROUNDS = 5;

const root = resolve(__dirname, '..', '..');
const runFile = promisify(execFile);

type Measure = readonly [name: string, path: string];

/**
 * Measures one form of a tenth of the submissions and then of all, and lists among many forms. What takes longer in
 * the larger form although its response is the same grows faster than its answer.
 */
export async function measureGrowth(
  report: Report,
  folders: { readonly data: string; readonly restored: string; readonly backup: string },
  password: string,
): Promise<void> {
  const service = await ServiceProcess.start(folders.data, password);
  let databaseUrl: string;
  try {
    databaseUrl = (await findRunningEmbeddedPostgres(join(folders.data, 'database')))!;
    await measureLargeForm(report, service, databaseUrl, password);
    await measureManyForms(report, service, databaseUrl, password);
    await measureMigration(report, databaseUrl);
    await measureCommand(report, 'backup', folders.data, folders.backup);
    report.figure('RSS at the end', service.rssMb, 'MB');
  } finally {
    await service.stop();
  }
  copyFileSync(join(folders.data, 'secret-key'), join(folders.restored, 'secret-key'));
  await measureCommand(report, 'restore', folders.restored, folders.backup);
}

async function measureLargeForm(
  report: Report,
  service: ServiceProcess,
  databaseUrl: string,
  password: string,
): Promise<void> {
  const client = ServiceClient.withPassword(service.url, 'admin', password);
  const form = await makeForm(client);
  const { token } = await client.json<{ token: string }>('GET', '/token/');
  const authorization = `Token ${token}`;
  const request = submissionRequests(form, '/admin/submission');
  await load({ port: service.port, clients: 1, seconds: 0.001, expected: 201, request });
  const assetId = await assetIdOf(databaseUrl, form.uid);
  const path = `/api/v2/assets/${form.uid}`;
  const times = new Map<string, number[]>();
  for (const rows of [SUBMISSIONS / 10, SUBMISSIONS]) {
    const started = performance.now();
    await fillForm(databaseUrl, assetId, { rows, total: SUBMISSIONS });
    report.figure(`filling a form to ${rows}`, (performance.now() - started) / 1000, 's');
    const data = `${path}/data/?limit=${PAGE}`;
    const filtered = (query: object): string => `${data}&query=${encodeURIComponent(JSON.stringify(query))}`;
    const since = (part: number): object => ({
      _submission_time: { $gt: new Date(Date.now() - part * SUBMISSIONS * 60_000).toISOString() },
    });
    const measures: Measure[] = [
      ['asset', `${path}/`],
      ['counts of days', `${path}/counts/?days=31`],
      ['first page', data],
      ['page in the middle', `${data}&start=${rows / 2}`],
      ['last page', `${data}&start=${rows - PAGE}`],
      ['latest thousand by time', filtered(since(1000 / SUBMISSIONS))],
      ['latest half of the smaller size by time', filtered(since(0.05))],
      ['all by time', filtered(since(2))],
      ['one of a thousand answers', filtered({ bench_number: '7' })],
      ['changes', `${path}/data/changes/?limit=${PAGE}`],
      ['report of one question', `${path}/reports/?names=gender`],
    ];
    for (const [name, url] of measures) {
      const ms = await medianMs(service, url, authorization);
      times.set(name, [...(times.get(name) ?? []), ms]);
      report.figure(`${name}, ${rows} submissions`, ms, 'ms');
    }
    for (const format of ['csv', 'ndjson']) {
      await measureDownload(report, service, { url: `${path}/data.${format}`, authorization, rows, format });
    }
  }
  for (const [name, [small, large]] of times) report.ratio(`${name}, ten times as many`, large! / small!);
}

async function measureManyForms(
  report: Report,
  service: ServiceProcess,
  databaseUrl: string,
  password: string,
): Promise<void> {
  const admin = ServiceClient.withPassword(service.url, 'admin', password);
  const started = performance.now();
  const uid = await makeManyAssets(admin, databaseUrl, password, {
    owners: FORMS / FORMS_OF_OWNER,
    each: FORMS_OF_OWNER,
  });
  await fillForms(databaseUrl, EACH);
  report.figure(`filling ${FORMS} forms of ${EACH}`, (performance.now() - started) / 1000, 's');
  const authorizations = new Map<string, string>();
  for (const person of PEOPLE) {
    const client = ServiceClient.withPassword(service.url, person, password);
    authorizations.set(person, `Token ${(await client.json<{ token: string }>('GET', '/token/')).token}`);
  }
  const list = `/api/v2/assets/?limit=${PAGE}`;
  const measures: readonly (readonly [by: (typeof PEOPLE)[number], ...Measure])[] = [
    ['owner', `list of ${FORMS_OF_OWNER} own forms`, list],
    ['owner', 'its last page', `${list}&start=${FORMS_OF_OWNER - PAGE}`],
    ['owner', 'the same by name', `${list}&ordering=name`],
    ['owner', 'the same with a word', `${list}&q=wells`],
    ['owner', 'hash of own forms', '/api/v2/assets/hash/'],
    ['owner', 'usage', '/api/v2/service_usage/'],
    ['owner', 'one form', `/api/v2/assets/${uid}/`],
    ['reader', 'list of 300 granted forms', list],
    ['overseer', 'list of all forms', list],
    ['overseer', 'last page of all forms', `${list}&start=${FORMS - PAGE}`],
    ['surveyor', 'form list of 200', '/formList'],
    ['enumerator', 'form list of 2000', '/formList'],
    ['owner', `first page of ${EACH} submissions`, `/api/v2/assets/${uid}/data/`],
  ];
  for (const [by, name, path] of measures) {
    const authorization = authorizations.get(by)!;
    const started = performance.now();
    await read(`${service.url}${path}`, authorization);
    report.figure(`${name}, first time`, performance.now() - started, 'ms');
    report.figure(name, await medianMs(service, path, authorization), 'ms');
  }
}

/** The migration that reads every submission. */
async function measureMigration(report: Report, databaseUrl: string): Promise<void> {
  const migration = new SubmissionTime1795534800000();
  await withClient(databaseUrl, async (client) => {
    const runner = client as unknown as QueryRunner;
    await migration.down(runner);
    const started = performance.now();
    await migration.up(runner);
    report.figure('migration that indexes all submissions', (performance.now() - started) / 1000, 's');
  });
}

async function measureCommand(report: Report, name: string, dataDir: string, backup: string): Promise<void> {
  const started = performance.now();
  await runFile(process.execPath, [join(root, 'dist/src/cli/main.js'), name, backup], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    maxBuffer: 64 * 1024 * 1024,
  });
  report.figure(name, (performance.now() - started) / 1000, 's');
}

async function measureDownload(
  report: Report,
  service: ServiceProcess,
  download: { readonly url: string; authorization: string; rows: number; format: string },
): Promise<void> {
  const name = `data.${download.format} of ${download.rows}`;
  const rise = await service.rssRiseMb(async () => {
    const started = performance.now();
    const response = await fetch(`${service.url}${download.url}`, {
      headers: { authorization: download.authorization },
    });
    if (response.status !== 200) throw new Error(`${download.url} returned ${response.status}.`);
    report.figure(`${name}, start`, performance.now() - started, 'ms');
    for await (const chunk of response.body!) void chunk;
    report.figure(`${name}, rows`, (download.rows * 1000) / (performance.now() - started), 'rows/s');
  });
  report.figure(`${name}, RSS rise`, rise, 'MB', { most: 64, isGoal: true });
}

async function medianMs(service: ServiceProcess, path: string, authorization: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await read(`${service.url}${path}`, authorization);
    times.push(performance.now() - started);
  }
  return median(times);
}

async function read(url: string, authorization: string): Promise<void> {
  const response = await fetch(url, { headers: { authorization } });
  if (response.status !== 200)
    throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}
