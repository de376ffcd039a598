import { join } from 'node:path';
import { ServiceClient } from '../../src/cli/demo/service-client';
import { findRunningEmbeddedPostgres } from '../../src/database/embedded-postgres/embedded-postgres';
import { measureLists } from './lists';
import { load } from './load';
import { makeManyAssets, PEOPLE } from './many-assets';
import { ServiceProcess } from './processes';
import type { Report } from './report';
import { getRequest } from './requests';

const SECONDS = 2;
const WARM_SECONDS = 1;
const CLIENTS = 4;

type User = (typeof PEOPLE)[number];

/** CPU time per request, database included, of asset lists with 10 000 assets of 50 users. */
export async function measureAssets(report: Report, dataDir: string, password: string): Promise<void> {
  const service = await ServiceProcess.start(dataDir, password);
  try {
    const admin = ServiceClient.withPassword(service.url, 'admin', password);
    const databaseUrl = (await findRunningEmbeddedPostgres(join(dataDir, 'database')))!;
    const uid = await makeManyAssets(admin, databaseUrl, password);
    const tokens = new Map<User, string>();
    for (const person of PEOPLE) {
      const client = ServiceClient.withPassword(service.url, person, password);
      tokens.set(person, (await client.json<{ token: string }>('GET', '/token/')).token);
    }
    const list = '/api/v2/assets/?limit=100';
    const cases: readonly (readonly [name: string, by: User, path: string, mostMs: number])[] = [
      ['assets, page of 100, owner', 'owner', list, 40],
      ['assets, page of 100, granted 300', 'reader', list, 40],
      ['assets, q= of a word', 'owner', `${list}&q=wells`, 20],
      ['assets, by name', 'reader', `${list}&ordering=name`, 40],
      ['one asset', 'owner', `/api/v2/assets/${uid}/`, 10],
      ['hash of all assets', 'owner', '/api/v2/assets/hash/', 10],
      ['assets, page of 100 of all', 'overseer', list, 40],
      ['formList of 200', 'surveyor', '/formList', 20],
      ['formList of 2000', 'enumerator', '/formList', 150],
    ];
    for (const [name, by, path, maxMs] of cases) {
      const runLoad = (seconds: number) =>
        load({
          port: service.port,
          clients: CLIENTS,
          seconds,
          expected: 200,
          request: getRequest(path, `Token ${tokens.get(by)!}`),
        });
      await runLoad(WARM_SECONDS);
      const before = service.cpuMs;
      const { requests, unexpected, medianMs } = await runLoad(SECONDS);
      if (unexpected > 0) throw new Error(`${name}: ${unexpected} responses were not 200.`);
      report.figure(`${name}, processor time`, (service.cpuMs - before) / requests, 'ms', {
        most: maxMs,
        isGoal: true,
      });
      report.figure(`${name}, ${CLIENTS} clients`, medianMs, 'ms');
    }
    const authorizationOf = (by: User): string => `Token ${tokens.get(by)!}`;
    await measureLists(report, service, { databaseUrl, uid, authorizationOf });
  } finally {
    await service.stop();
  }
}
