import { ServiceClient } from '../../src/cli/demo/service-client';
import { makeForm } from './dataset';
import { load } from './load';
import { ServiceProcess } from './processes';
import { median, type Report } from './report';
import { submissionRequests } from './requests';

const PAIRS = 15;
const TURN_SECONDS = 0.4;
const WARM_SECONDS = 1;
const CLIENTS = 32;
/** Least share of intake throughput with a hook. */
const MIN_RATIO = 0.8;

/**
 * Compares intake with and without a hook, interleaved. The service runs no jobs: only the bookkeeping of deliveries is
 * measured.
 */
export async function measureHooks(report: Report, dataDir: string, password: string): Promise<void> {
  const service = await ServiceProcess.start(dataDir, password, { environment: { ROLE: 'api' } });
  try {
    const basic = ServiceClient.withPassword(service.url, 'admin', password);
    const { token } = await basic.json<{ token: string }>('GET', '/token/');
    const client = basic.withToken(token);
    const [plain, hooked] = [await makeForm(client), await makeForm(client)];
    const hook = { name: 'Elsewhere', endpoint: 'https://data.example.org/in' };
    await client.json('POST', `/api/v2/assets/${hooked.uid}/hooks/`, hook);
    const cost = async (form: typeof plain, seconds: number): Promise<number> => {
      const before = service.cpuMs;
      const request = submissionRequests(form, '/submission', `Token ${token}`);
      const result = await load({ port: service.port, clients: CLIENTS, seconds, expected: 201, request });
      if (result.unexpected > 0) throw new Error(`${result.unexpected} submissions were rejected.`);
      return (service.cpuMs - before) / result.requests;
    };
    for (const form of [plain, hooked]) await cost(form, WARM_SECONDS);
    const ratios: number[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const without = await cost(plain, TURN_SECONDS);
      ratios.push(without / (await cost(hooked, TURN_SECONDS)));
    }
    report.ratio('intake, processor time without a hook to that with one', median(ratios), {
      least: MIN_RATIO,
    });
  } finally {
    await service.stop();
  }
}
