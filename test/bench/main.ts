import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findRunningEmbeddedPostgres } from '../../src/database/embedded-postgres/embedded-postgres';
import { ServiceClient } from '../../src/cli/demo/service-client';
import { assetIdOf, makeBearer, makeCeilingTable, makeForm, multiply } from './dataset';
import { measureAssets } from './assets';
import { measureExports } from './exports';
import { measureForms } from './forms';
import { measureGrowth } from './growth';
import { measureHooks } from './hooks';
import { measureLargeFormIntake } from './large-form-intake';
import { measureLargeForms } from './large-forms';
import { compare, ROUNDS, SECONDS } from './comparison';
import { load } from './load';
import { CeilingProcess, ServiceProcess } from './processes';
import { measureMoves } from './migration';
import { measureMillion } from './million';
import { measurePairs } from './pairs';
import { measureProjects } from './projects';
import { getRequest, submissionRequests } from './requests';
import { measurePhotos } from './photos';
import { measureReports } from './reports';
import { compareLastPage, measureStreams } from './streams';
import { Report, writeTable } from './report';

/**
 * `npm run bench` compares the service with the upper bound of the machine, over loopback, in about a quarter of an hour;
 * `BENCH_SECONDS` and `BENCH_ROUNDS` change that.
 * `npm run bench -- --against <folder>` compares with the build in another checkout, in nine minutes; with
 * `--only geojson,xform`, what has such a text in its name.
 * `npm run bench -- --moves` measures moving in, in two minutes; `BENCH_ROWS`.
 * `npm run bench -- --rows 1000000` compares work among so many submissions with the same among 10 000, in ten minutes,
 * and writes the table of `docs/performance.md`.
 * `npm run bench -- --projects 100000` compares lists among so many projects with the same among 200, in four minutes.
 * `npm run bench -- --growth` measures a form of a million submissions and 100 000 forms; `BENCH_ROWS`, `BENCH_FORMS`.
 */
const CLIENTS = [1, 8, 32];
const ROWS = Number(process.env['BENCH_ROWS'] ?? 100_000);
const PAGE = 1000;
const PASSWORD = 'bench-password';
/** An idle process releases the memory of its start after half a minute. */
const IDLE_MS = 45_000;

const root = resolve(__dirname, '..', '..');

async function main(): Promise<void> {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
  const options = { against: text, only: text, growth: flag, moves: flag, projects: text, rows: text };
  const { against, only, growth, moves, projects, rows } = parseArgs({ options }).values;
  if (rows !== undefined) return benchPart(`rows-${rows}`, (report) => benchRows(report, Number(rows)));
  if (projects !== undefined) {
    return benchPart(`projects-${projects}`, (report) => benchProjects(report, Number(projects)));
  }
  if (growth === true) return benchPart('growth', benchGrowth);
  if (moves === true) return benchPart('moves', benchMoves);
  await (against === undefined ? bench() : compareWith(resolve(against), only?.split(',')));
}

async function compareWith(checkout: string, only?: readonly string[]): Promise<void> {
  const report = new Report();
  const before = await ServiceProcess.start(freshDataDir('before'), PASSWORD, { checkout });
  try {
    const now = await ServiceProcess.start(freshDataDir('now'), PASSWORD);
    try {
      await measurePairs(report, { before, now }, PASSWORD, only);
    } finally {
      await now.stop();
    }
  } finally {
    await before.stop();
  }
  finish(report, { against: commitOf(checkout) });
}

async function benchGrowth(report: Report): Promise<void> {
  const backup = freshDataDir('backup');
  rmSync(backup, { recursive: true });
  const folders = { data: freshDataDir('growth'), restored: freshDataDir('restored'), backup };
  await measureGrowth(report, folders, PASSWORD);
}

async function benchMoves(report: Report): Promise<void> {
  const [source, fromKobo, fromCentral] = ['source', 'from-kobo', 'from-central'].map(freshDataDir);
  const folders = { source: source!, fromKobo: fromKobo!, fromCentral: fromCentral! };
  await measureMoves(report, folders, PASSWORD);
}

async function benchProjects(report: Report, projects: number): Promise<void> {
  if (!(projects >= 1_000)) throw new Error('--projects must be at least 1000.');
  const folders = { few: freshDataDir('few'), many: freshDataDir('many') };
  await measureProjects(report, folders, PASSWORD, projects);
}

async function benchRows(report: Report, rows: number): Promise<void> {
  if (!(rows >= 100_000)) throw new Error('--rows must be at least 100000.');
  await measureMillion(report, freshDataDir('rows'), PASSWORD, rows);
  if (rows === 1_000_000) await writeTable(join(root, 'docs', 'performance.md'), report.markdown());
}

async function benchPart(part: string, measure: (report: Report) => Promise<void>): Promise<void> {
  const report = new Report();
  await measure(report);
  finish(report, { part });
}

function freshDataDir(name: string): string {
  const folder = join(root, '.cache', 'bench', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function bench(): Promise<void> {
  const dataDir = freshDataDir('data');
  const report = new Report();
  await measureForms(report, dataDir);
  await measureHooks(report, freshDataDir('hooks'), PASSWORD);
  await measureAssets(report, freshDataDir('assets'), PASSWORD);
  const first = await ServiceProcess.start(dataDir, PASSWORD);
  report.figure('first start to ready', first.readyMs, 'ms');
  await first.stop();
  const service = await ServiceProcess.start(dataDir, PASSWORD);
  try {
    report.figure('second start to ready', service.readyMs, 'ms', { most: 3000 });
    report.figure('RSS when ready', service.rssMb, 'MB');
    await pause(IDLE_MS);
    report.figure('idle RSS', service.rssMb, 'MB', { most: 100, isGoal: true });
    await measure(service, report, dataDir);
    report.figure('RSS after load', service.rssMb, 'MB', { most: 200, isGoal: true });
  } finally {
    await service.stop();
  }
  finish(report);
}

async function measure(service: ServiceProcess, report: Report, dataDir: string): Promise<void> {
  const basic = ServiceClient.withPassword(service.url, 'admin', PASSWORD);
  const { token } = await basic.json<{ token: string }>('GET', '/token/');
  const client = basic.withToken(token);
  const authorizations = {
    token: `Token ${token}`,
    basic: `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`,
  };
  const databaseUrl = (await findRunningEmbeddedPostgres(join(dataDir, 'database')))!;
  await measureLargeForms(report, service, authorizations.token);
  await measureExports(report, service, client, databaseUrl, ROWS);
  await measureReports(report, service, client, { databaseUrl, authorization: authorizations.token }, ROWS);
  await makeCeilingTable(databaseUrl);

  const intakeForm = await makeForm(client);
  const json = JSON.stringify(await sampleSubmission(service, client, intakeForm));
  const intakeCeiling = await CeilingProcess.start(
    databaseUrl,
    await assetIdOf(databaseUrl, intakeForm.uid),
    json,
  );
  const dataForm = await makeForm(client);
  await sampleSubmission(service, client, dataForm);
  const dataAssetId = await assetIdOf(databaseUrl, dataForm.uid);
  await multiply(databaseUrl, dataAssetId, ROWS);
  const pageCeiling = await CeilingProcess.start(databaseUrl, dataAssetId, '');
  try {
    for (const clients of CLIENTS) {
      const named = submissionRequests(intakeForm, '/submission', authorizations.token);
      await compare(report, `intake, ${clients} clients`, clients, 201, {
        ceiling: [intakeCeiling.port, named],
        token: [service.port, named],
        basic: [service.port, submissionRequests(intakeForm, '/submission', authorizations.basic)],
        anonymous: [service.port, submissionRequests(intakeForm, '/admin/submission')],
      });
    }
    const { token: authorization } = authorizations;
    await measurePhotos(report, service, { form: intakeForm, json, databaseUrl, authorization });
    const pagePath = `/api/v2/assets/${dataForm.uid}/data/?limit=${PAGE}`;
    for (const clients of CLIENTS) {
      await compare(report, `page of ${PAGE} of ${ROWS}, ${clients} clients`, clients, 200, {
        ceiling: [pageCeiling.port, getRequest('/')],
        token: [service.port, getRequest(pagePath, authorizations.token)],
      });
    }
    await compareLastPage(report, service, client, {
      path: pagePath,
      authorization: authorizations.token,
      pages: Math.ceil(ROWS / PAGE),
      deep: ROWS - PAGE,
    });
    await measureLargeFormIntake(report, service, client, {
      form: dataForm,
      rows: ROWS,
      authorization: authorizations.token,
    });
    await measureStreams(report, service, {
      uid: dataForm.uid,
      assetId: dataAssetId,
      databaseUrl,
      authorization: authorizations.token,
    });
    await compare(report, 'signed-in request, 8 clients', 8, 200, {
      ceiling: [service.port, getRequest('/health/live')],
      token: [service.port, getRequest('/me/', authorizations.token)],
      basic: [service.port, getRequest('/me/', authorizations.basic)],
      bearer: [service.port, getRequest('/me/', `Bearer ${await makeBearer(databaseUrl)}`)],
    });
    await compare(report, 'one submission, 8 clients', 8, 200, {
      ceiling: [service.port, getRequest('/health/live')],
      token: [service.port, getRequest(await oneSubmissionPath(client, dataForm.uid), authorizations.token)],
    });
  } finally {
    intakeCeiling.stop();
    pageCeiling.stop();
  }
}

async function oneSubmissionPath(client: ServiceClient, uid: string): Promise<string> {
  const page = await client.json<{ results: { _id: number }[] }>(
    'GET',
    `/api/v2/assets/${uid}/data/?limit=1`,
  );
  return `/api/v2/assets/${uid}/data/${page.results[0]!._id}/`;
}

async function sampleSubmission(
  service: ServiceProcess,
  client: ServiceClient,
  form: Parameters<typeof submissionRequests>[0],
): Promise<object> {
  await load({
    port: service.port,
    clients: 1,
    seconds: 0.001,
    expected: 201,
    request: submissionRequests(form, '/admin/submission'),
  });
  const { results } = await client.json<{ results: object[] }>(
    'GET',
    `/api/v2/assets/${form.uid}/data/?limit=1`,
  );
  return results[0]!;
}

function commitOf(checkout: string): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: checkout, encoding: 'utf8' }).trim();
}

/** Prints and stores the report; `against` is the commit that it is compared with. */
function finish(report: Report, compared: { readonly against?: string; readonly part?: string } = {}): void {
  const facts = {
    date: new Date().toISOString().slice(0, 10),
    commit: commitOf(root),
    ...compared,
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'cpu'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release().split('-')[0]}, Node ${process.versions.node}`,
    seconds: SECONDS,
    rounds: ROUNDS,
  };
  process.stdout.write(`\n${report.text(facts)}\n`);
  const folder = join(root, 'test', 'bench', 'results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, `${[facts.date, facts.commit, ...Object.entries(compared).flat()].join('-')}.json`),
    `${JSON.stringify(report.json(facts), null, 2)}\n`,
  );
  if (report.missed.length === 0) return;
  process.stderr.write(`Below target: ${report.missed.join('; ')}\n`);
  process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
