import { join } from 'node:path';
import { ServiceClient } from '../../src/cli/demo/service-client';
import { findRunningEmbeddedPostgres } from '../../src/database/embedded-postgres/embedded-postgres';
import { withClient } from './dataset';
import { makeManyAssets, PEOPLE } from './many-assets';
import { ServiceProcess } from './processes';
import { median, type Report } from './report';

const OWNERS = 50;
/** Few projects, and those of them that are shared with one person. */
const FEW = { owners: OWNERS, each: 4, shared: 100 };
const MOST = { most: 2, isGoal: true };
const ROUNDS = 9;
const LIST = '/api/v2/assets/?limit=100';
/** So few that both servers find as many. */
const SEARCH = '/api/v2/assets/?limit=2&q=';
const SIDES = ['few', 'many'] as const;

type Side = (typeof SIDES)[number];
type Person = (typeof PEOPLE)[number];

interface Server {
  readonly service: ServiceProcess;
  readonly authorization: Readonly<Record<Person, string>>;
  /** A project that is shared with the partner. */
  readonly uid: string;
  /** Projects that are shared with the partner. */
  readonly shared: number;
}

type Work = readonly [name: string, by: Person, pathOf: (server: Server) => string];

const WORK: readonly Work[] = [
  ['page of 100', 'partner', () => LIST],
  ['last page', 'partner', ({ shared }) => `${LIST}&start=${shared - 100}`],
  ['page by name', 'partner', () => `${LIST}&ordering=name`],
  ['page by deployment', 'partner', () => `${LIST}&ordering=-date_deployed`],
  ['search of a rare word', 'partner', () => `${SEARCH}wells`],
  ['search of a frequent word', 'partner', () => `${SEARCH}households`],
  ['search of a tag', 'partner', () => `${SEARCH}tags__name:"round 3"`],
  ['search of an owner', 'partner', () => `${SEARCH}owner__username:owner7`],
  ['metadata of the list', 'partner', () => '/api/v2/assets/metadata/'],
  ['counts of the list', 'partner', () => '/api/v2/assets/counts/'],
  ['hash of the list', 'partner', () => '/api/v2/assets/hash/'],
  ['tags', 'partner', () => '/api/v2/tags/'],
  ['one project', 'partner', ({ uid }) => `/api/v2/assets/${uid}/`],
  ['permissions of one', 'partner', ({ uid }) => `/api/v2/assets/${uid}/permission-assignments/`],
  ['counts of one', 'partner', ({ uid }) => `/api/v2/assets/${uid}/counts/`],
  ['data of one', 'partner', ({ uid }) => `/api/v2/assets/${uid}/data/`],
  ['project page', 'partner', () => '/projects/'],
  ['project page, search', 'partner', () => '/projects/?q=wells'],
  ['usage', 'partner', () => '/api/v2/service_usage/'],
];

/**
 * Compares work of one person with whom a tenth of many projects is shared with the same on a server of few: rounds
 * alternate between the two servers, and the ratio is the median of the ratios of the rounds.
 */
export async function measureProjects(
  report: Report,
  folders: Readonly<Record<Side, string>>,
  password: string,
  projects: number,
): Promise<void> {
  const large = { owners: OWNERS, each: projects / OWNERS, shared: projects / 10 };
  const few = await startServer(folders.few, password, FEW);
  try {
    const started = performance.now();
    const many = await startServer(folders.many, password, large);
    report.figure(`filling ${projects} projects`, (performance.now() - started) / 1000, 's');
    try {
      const servers = { few, many };
      for (const work of WORK) await compareWork(report, servers, work);
      await compareGrants(report, servers);
      report.figure('RSS at the end', many.service.rssMb, 'MB', { most: 250, isGoal: true });
    } finally {
      await many.service.stop();
    }
  } finally {
    await few.service.stop();
  }
}

async function compareWork(
  report: Report,
  servers: Readonly<Record<Side, Server>>,
  [name, by, pathOf]: Work,
): Promise<void> {
  const first: Record<Side, number> = { few: 0, many: 0 };
  const ratios: number[] = [];
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ms: Record<Side, number> = { few: 0, many: 0 };
    for (const side of SIDES) ms[side] = await timeOf(servers[side], by, pathOf(servers[side]));
    if (round === 0) Object.assign(first, ms);
    else {
      times.push(ms.many);
      ratios.push(ms.many / ms.few);
    }
  }
  report.figure(`${name}, first time`, first.many, 'ms');
  report.figure(name, median(times), 'ms');
  report.ratio(`${name}, to few projects`, median(ratios), MOST);
}

/** Gives and takes a right of one project: what it costs when its reader has many. */
async function compareGrants(report: Report, servers: Readonly<Record<Side, Server>>): Promise<void> {
  const ratios: Record<'grant' | 'list after a grant', number[]> = { grant: [], 'list after a grant': [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ms: Record<Side, number[]> = { few: [], many: [] };
    for (const side of SIDES) {
      const server = servers[side];
      const started = performance.now();
      const response = await fetch(
        `${server.service.url}/api/v2/assets/${server.uid}/permission-assignments/`,
        {
          method: 'POST',
          headers: { authorization: server.authorization.owner, 'content-type': 'application/json' },
          body: JSON.stringify({
            user: '/api/v2/users/partner/',
            permission: `/api/v2/permissions/${round % 2 === 0 ? 'change_submissions' : 'validate_submissions'}/`,
          }),
        },
      );
      if (response.status !== 201)
        throw new Error(`A grant returned ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
      ms[side].push(performance.now() - started, await timeOf(server, 'partner', LIST));
    }
    if (round === 0) continue;
    ratios.grant.push(ms.many[0]! / ms.few[0]!);
    ratios['list after a grant'].push(ms.many[1]! / ms.few[1]!);
  }
  for (const [name, each] of Object.entries(ratios)) {
    report.ratio(`${name}, to few projects`, median(each), MOST);
  }
}

async function startServer(
  dataDir: string,
  password: string,
  size: { readonly owners: number; readonly each: number; readonly shared: number },
): Promise<Server> {
  const service = await ServiceProcess.start(dataDir, password);
  const databaseUrl = (await findRunningEmbeddedPostgres(join(dataDir, 'database')))!;
  const admin = ServiceClient.withPassword(service.url, 'admin', password);
  await makeManyAssets(admin, databaseUrl, password, size);
  const authorizations: [Person, string][] = [];
  for (const person of PEOPLE) {
    const client = ServiceClient.withPassword(service.url, person, password);
    authorizations.push([person, `Token ${(await client.json<{ token: string }>('GET', '/token/')).token}`]);
  }
  return {
    service,
    authorization: Object.fromEntries(authorizations) as Record<Person, string>,
    uid: await findShared(databaseUrl),
    shared: size.shared,
  };
}

/** @returns the uid of a project of the owner that the partner may see */
async function findShared(databaseUrl: string): Promise<string> {
  return withClient(databaseUrl, async (database) => {
    const { rows } = await database.query<{ uid: string }>(
      `SELECT a.uid FROM asset a JOIN app_user o ON o.id = a.owner_id AND o.username = 'owner'
         JOIN permission_assignment p ON p.asset_id = a.id AND p.codename = 'view_submissions'
         JOIN app_user u ON u.id = p.user_id AND u.username = 'partner'
         JOIN deployment d ON d.asset_id = a.id
        ORDER BY a.id LIMIT 1`,
    );
    return rows[0]!.uid;
  });
}

async function timeOf({ service, authorization }: Server, by: Person, path: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${service.url}${path}`, { headers: { authorization: authorization[by] } });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}: ${body.slice(0, 200)}`);
  return performance.now() - started;
}
