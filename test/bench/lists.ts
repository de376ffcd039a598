import { compare } from './comparison';
import { assetIdOf } from './dataset';
import type { PEOPLE } from './many-assets';
import { CeilingProcess, type ServiceProcess } from './processes';
import type { Report } from './report';
import { getRequest } from './requests';

const CLIENTS = 8;

type User = (typeof PEOPLE)[number];

const LISTS: readonly (readonly [name: string, by: User, path: string])[] = [
  ['list of 200 surveys with counts', 'owner', '/api/v2/assets/?limit=200'],
  ['list of 100 of 10000', 'overseer', '/api/v2/assets/?limit=100'],
  ['formList of 200', 'surveyor', '/formList'],
  ['formList of 2000', 'enumerator', '/formList'],
];

/** Compares lists with a bare server that sends the same bytes from memory. */
export async function measureLists(
  report: Report,
  service: ServiceProcess,
  of: {
    readonly databaseUrl: string;
    readonly uid: string;
    readonly authorizationOf: (by: User) => string;
  },
): Promise<void> {
  const ceiling = await CeilingProcess.start(of.databaseUrl, await assetIdOf(of.databaseUrl, of.uid), '');
  try {
    for (const [name, by, path] of LISTS) {
      const authorization = of.authorizationOf(by);
      const response = await fetch(`${service.url}${path}`, { headers: { authorization } });
      await ceiling.respondWith(`/${by}${path}`, await response.text());
      await compare(report, `${name}, ${CLIENTS} clients`, CLIENTS, 200, {
        ceiling: [ceiling.port, getRequest(`/${by}${path}`)],
        service: [service.port, getRequest(path, authorization)],
      });
    }
  } finally {
    ceiling.stop();
  }
}
