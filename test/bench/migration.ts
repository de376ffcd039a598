import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ServiceClient } from '../../src/cli/demo/service-client';
import { forEachConcurrent } from '../../src/concurrency/limits';
import { versionOf } from '../factories/central.factory';
import { CentralServer } from '../support/central-server';
import { runCli } from '../support/command-line';
import { makeForm } from './dataset';
import { ServiceProcess } from './processes';
import type { Report } from './report';
import { submissionXml } from './requests';

const SUBMISSIONS = Number(process.env['BENCH_ROWS'] ?? 10_000);
/** Every fifth has a photo. */
const PHOTO_OF = 5;
const PHOTO_BYTES = 100_000;
const PHOTO = 'photo.jpg';
const QUESTIONS = 35;
const SENDERS = 8;
const SAMPLE_MS = 50;

interface Folders {
  readonly source: string;
  readonly fromKobo: string;
  readonly fromCentral: string;
}

/** Measures moves of one form with photos, by the command, from another instance and from a stand-in of ODK Central. */
export async function measureMoves(report: Report, folders: Folders, password: string): Promise<void> {
  const source = await ServiceProcess.start(folders.source, password);
  try {
    const basic = ServiceClient.withPassword(source.url, 'admin', password);
    const { token } = await basic.json<{ token: string }>('GET', '/token/');
    await fillService(basic.withToken(token));
    const variables = { DATA_DIR: folders.fromKobo, SOURCE_TOKEN: token };
    await measureTwice(report, 'another instance', { variables, args: [source.url], password });
  } finally {
    await source.stop();
  }
  const central = await CentralServer.start();
  try {
    fillCentral(central);
    const variables = { DATA_DIR: folders.fromCentral, SOURCE_PASSWORD: central.password };
    const args = [central.origin, '--from', 'central', '--email', central.email, '--owner', 'admin'];
    await measureTwice(report, 'ODK Central', { variables, args, password });
  } finally {
    await central.stop();
  }
}

interface Move {
  readonly variables: Readonly<Record<string, string>> & { readonly DATA_DIR: string };
  readonly args: readonly string[];
  readonly password: string;
}

/** Beside a running service; the second time nothing has changed. */
async function measureTwice(report: Report, name: string, move: Move): Promise<void> {
  const target = await ServiceProcess.start(move.variables.DATA_DIR, move.password);
  try {
    await measureMove(report, name, move);
    await measureMove(report, `${name}, again`, move);
  } finally {
    await target.stop();
  }
}

/** With the start of the command and the comparison. */
async function measureMove(report: Report, name: string, { variables, args }: Move): Promise<void> {
  const started = performance.now();
  const { child, result } = runCli(variables, 'migrate-from', ...args, '--allow-private', '--rate', '10000');
  let peakMb = 0;
  const sampling = setInterval(() => (peakMb = Math.max(peakMb, peakMbOf(child.pid))), SAMPLE_MS);
  const { code, out, error } = await result.finally(() => clearInterval(sampling));
  if (code !== 0) throw new Error(`The move from ${name} ended with ${code}.\n${out}\n${error.slice(-2000)}`);
  const seconds = (performance.now() - started) / 1000;
  report.figure(`move from ${name}`, seconds, 's');
  report.figure(`move from ${name}, submissions`, SUBMISSIONS / seconds, '1/s');
  report.figure(`move from ${name}, peak of the command`, peakMb, 'MB');
}

/** 0 once the process has ended. */
function peakMbOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

async function fillService(client: ServiceClient): Promise<void> {
  const form = await makeForm(client);
  const template = submissionXml(form);
  const numbers = (async function* () {
    for (let number = 0; number < SUBMISSIONS; number += 1) yield await Promise.resolve(number);
  })();
  await forEachConcurrent(numbers, SENDERS, async (number) => {
    const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    const photo = number % PHOTO_OF === 0 ? `<photo>${PHOTO}</photo>` : '';
    const xml = template.replace(/(<instanceID>)[^<]*/, `$1uuid:${uuid}`).replace('<meta>', `${photo}<meta>`);
    const body = new FormData();
    body.append('xml_submission_file', new Blob([xml], { type: 'text/xml' }), 'submission.xml');
    if (photo !== '') body.append(PHOTO, new Blob([randomBytes(PHOTO_BYTES)], { type: 'image/jpeg' }), PHOTO);
    await client.submit('/submission', body);
  });
}

function fillCentral(central: CentralServer): void {
  const names = Array.from({ length: QUESTIONS }, (_, index) => `question${index}`);
  const questions = { ...Object.fromEntries(names.map((name) => [name, 'text'])), photo: 'image' };
  const form = central.addForm(central.addProject('Bench'), 'bench', versionOf('bench', '1', questions));
  const answers = names.map((name) => `<${name}>An answer of some words</${name}>`).join('');
  for (let number = 0; number < SUBMISSIONS; number += 1) {
    if (number % PHOTO_OF > 0) central.submit(form, answers);
    else {
      central.submit(form, `${answers}<photo>${PHOTO}</photo>`, {
        files: { [PHOTO]: randomBytes(PHOTO_BYTES) },
      });
    }
  }
}
