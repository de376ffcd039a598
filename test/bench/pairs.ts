import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { ServiceClient } from '../../src/cli/demo/service-client';
import { findRunningEmbeddedPostgres } from '../../src/database/embedded-postgres/embedded-postgres';
import { makeForm, withClient } from './dataset';
import { load, type MakeRequest } from './load';
import type { ServiceProcess } from './processes';
import type { PairSide, Report } from './report';
import { type BenchForm, getRequest, submissionRequests } from './requests';

/** Many short runs: the speed of the machine drifts, and neighbouring runs meet the same. */
const PAIRS = 25;
const FEWER_PAIRS = 7;
const TURN_SECONDS = 0.4;
const WARM_SECONDS = 2;
const INTAKE_CLIENTS = 32;
const READERS = 8;
const PAGE = 1000;
/** Rows that a page is read from; equal on both sides, however fast each is. */
const PAGE_ROWS = 3 * PAGE;
/** A list of 100 comes from more than it shows. */
const FORMS = 120;
const PHOTO = randomBytes(200_000);
/** Least throughput compared with the other checkout. */
const MIN_RATIO = 0.97;

interface Scenario {
  readonly name: string;
  readonly clients: number;
  readonly expected: number;
  /** Builds the same request with the forms and the token of either side. */
  readonly request: (side: Side) => MakeRequest;
  readonly pairs?: number;
}

interface Side {
  readonly service: ServiceProcess;
  readonly authorization: string;
  readonly form: BenchForm;
  /** Has `PAGE_ROWS` submissions, or a few more. */
  readonly filledForm: BenchForm;
}

const read = (path: (side: Side) => string): Pick<Scenario, 'clients' | 'expected' | 'request'> => ({
  clients: READERS,
  expected: 200,
  request: (side) => getRequest(path(side), side.authorization),
});

/** Routes that are measured more briefly, to notice one that has become slower. `:uid` is the form with submissions. */
const OTHER_READS = [
  '/api/v2/assets/:uid/content/',
  '/api/v2/assets/:uid/counts/',
  '/api/v2/assets/:uid/data.csv?limit=1000',
  '/api/v2/assets/:uid/data.geojson?limit=1000',
  '/api/v2/assets/:uid/data.xlsx?limit=100',
  '/api/v2/assets/:uid/data/?limit=100&query={"_id":{"$gt":1}}',
  '/api/v2/assets/:uid/data/?limit=100&sort={"_submission_time":-1}',
  '/api/v2/assets/:uid/data/changes/',
  '/api/v2/assets/:uid/deployment/',
  '/api/v2/assets/:uid/export-settings/',
  '/api/v2/assets/:uid/exports/',
  '/api/v2/assets/:uid/files/',
  '/api/v2/assets/:uid/history/',
  '/api/v2/assets/:uid/hooks/',
  '/api/v2/assets/:uid/odata/Submissions?$top=100',
  '/api/v2/assets/:uid/paired-data/',
  '/api/v2/assets/:uid/permission-assignments/',
  '/api/v2/assets/:uid/reports/',
  '/api/v2/assets/:uid/versions/',
  '/api/v2/assets/:uid/xform/',
  '/api/v2/assets/:uid.xls',
  '/api/v2/assets/metadata/',
  '/api/v2/audit-logs/',
  '/api/v2/permissions/',
  '/api/v2/project-history-logs/',
  '/api/v2/service_usage/',
  '/api/v2/users/',
  '/api/v2/environment/',
  '/projects/',
  '/projects/:uid',
  '/projects/:uid/data',
  '/projects/:uid/form',
  '/projects/:uid/reports',
  '/projects/:uid/settings',
  '/token/',
];

/** Reads come first: intake leaves more rows on the faster side. */
const SCENARIOS: readonly Scenario[] = [
  { name: 'health', ...read(() => '/health/live') },
  {
    name: `page of ${PAGE}`,
    ...read(({ filledForm }) => `/api/v2/assets/${filledForm.uid}/data/?limit=${PAGE}`),
  },
  { name: 'list of 100', ...read(() => '/api/v2/assets/?limit=100') },
  { name: 'one asset', ...read(({ form }) => `/api/v2/assets/${form.uid}/`) },
  { name: 'formList', ...read(() => '/formList') },
  { name: 'signed-in request', ...read(() => '/me/') },
  ...OTHER_READS.map((path) => ({
    name: path,
    ...read(({ filledForm }) => encodeURI(path.replace(':uid', filledForm.uid))),
    pairs: FEWER_PAIRS,
  })),
  {
    name: 'intake',
    clients: INTAKE_CLIENTS,
    expected: 201,
    request: ({ form, authorization }) => submissionRequests(form, '/submission', authorization),
  },
  {
    name: 'intake with a photo',
    clients: READERS,
    expected: 201,
    request: ({ form, authorization }) => submissionRequests(form, '/submission', authorization, PHOTO),
  },
];

/**
 * Compares two services, interleaved A B A B, by the ratio of neighbouring runs. Also reports CPU time per response,
 * which other load affects least.
 * @param only texts in the names of the scenarios; default: all
 */
export async function measurePairs(
  report: Report,
  services: { readonly before: ServiceProcess; readonly now: ServiceProcess },
  password: string,
  only: readonly string[] = [''],
): Promise<void> {
  const before = await prepare(services.before, password);
  const now = await prepare(services.now, password);
  report.figure('load of the machine, at the beginning', loadavg()[0]!, 'of 1 min');
  for (const scenario of SCENARIOS.filter(({ name }) => only.some((text) => name.includes(text)))) {
    const pairs: { before: PairSide; now: PairSide }[] = [];
    for (const side of [before, now]) await measureOne(side, scenario, WARM_SECONDS);
    for (let pair = 0; pair < (scenario.pairs ?? PAIRS); pair += 1) {
      pairs.push({
        before: await measureOne(before, scenario, TURN_SECONDS),
        now: await measureOne(now, scenario, TURN_SECONDS),
      });
    }
    report.pairs(`${scenario.name}, ${scenario.clients} clients`, pairs, { least: MIN_RATIO });
  }
  report.figure('load of the machine, at the end', loadavg()[0]!, 'of 1 min');
}

async function prepare(service: ServiceProcess, password: string): Promise<Side> {
  const basic = ServiceClient.withPassword(service.url, 'admin', password);
  const { token } = await basic.json<{ token: string }>('GET', '/token/');
  const client = basic.withToken(token);
  const authorization = `Token ${token}`;
  const form = await makeForm(client);
  const filledForm = await makeForm(client);
  for (let made = 2; made < FORMS; made += 1) await makeForm(client);
  const request = submissionRequests(filledForm, '/submission', authorization);
  for (let rows = 0; rows < PAGE_ROWS; rows += INTAKE_CLIENTS) {
    await load({ port: service.port, clients: INTAKE_CLIENTS, seconds: 0, expected: 201, request });
  }
  const databaseUrl = await findRunningEmbeddedPostgres(join(service.dataDir, 'database'));
  await withClient(databaseUrl!, (database) => database.query('VACUUM ANALYZE'));
  return { service, authorization, form, filledForm };
}

async function measureOne(
  side: Side,
  { name, clients, expected, request }: Scenario,
  seconds: number,
): Promise<PairSide> {
  const { service } = side;
  const [cpuBefore, waitedBefore] = [service.cpuMs, service.waitedMs];
  const result = await load({
    port: service.port,
    clients,
    seconds,
    expected,
    request: request(side),
  });
  if (result.unexpected > 0) throw new Error(`${name}: ${result.unexpected} responses were not ${expected}.`);
  return {
    requestsPerSecond: result.requestsPerSecond,
    cpuMsPerRequest: (service.cpuMs - cpuBefore) / result.requests,
    waitedShare: (service.waitedMs - waitedBefore) / result.milliseconds,
  };
}
