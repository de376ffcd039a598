import type { ServiceClient } from '../../src/cli/demo/service-client';
import { makeForm } from './dataset';
import { load } from './load';
import type { ServiceProcess } from './processes';
import { median, type Report } from './report';
import { type BenchForm, submissionRequests } from './requests';

const PAIRS = 9;
const TURN_SECONDS = 0.4;
const WARM_SECONDS = 1;
const CLIENTS = 32;
/** Least share of intake throughput for a large form. */
const MIN_RATIO = 0.9;

/** Compares intake into a form with many submissions and into an empty one, interleaved. */
export async function measureLargeFormIntake(
  report: Report,
  service: ServiceProcess,
  client: ServiceClient,
  many: { readonly form: BenchForm; readonly rows: number; readonly authorization: string },
): Promise<void> {
  const empty = await makeForm(client);
  const cost = async (form: BenchForm, seconds: number): Promise<number> => {
    const before = service.cpuMs;
    const request = submissionRequests(form, '/submission', many.authorization);
    const result = await load({ port: service.port, clients: CLIENTS, seconds, expected: 201, request });
    if (result.unexpected > 0) throw new Error(`${result.unexpected} submissions were rejected.`);
    return (service.cpuMs - before) / result.requests;
  };
  for (const form of [empty, many.form]) await cost(form, WARM_SECONDS);
  const ratios: number[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const intoNone = await cost(empty, TURN_SECONDS);
    ratios.push(intoNone / (await cost(many.form, TURN_SECONDS)));
  }
  report.ratio(`intake, processor time into none to that into ${many.rows}`, median(ratios), {
    least: MIN_RATIO,
  });
}
