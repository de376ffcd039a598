import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ServiceUnderKill } from '../support/service-under-kill';
import { recordExports } from './exports';
import { answersOf, areasOf, findAnswers, findExports } from './judges';

/**
 * `npm run peer -- [--first N] [--all] [--keep FOLDER] [area…]`: starts the service on an empty folder, asks it what the
 * peer was asked, compares the answers and prints a table of the areas. Ends with 1 while anything differs, and with 0
 * where the peer's answers are not at hand. `--keep` keeps both recordings for reading.
 */
const ROOT = resolve(__dirname, '../..');
const LONGEST_RUN_MS = 10 * 60_000;
/** As the superuser of the recorded answers is called. */
const SUPERUSER = 'super';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** What runs now, to be ended with this program. */
const running = new Set<ChildProcess>();

async function main(): Promise<void> {
  const { values: option, positionals } = parseArgs({
    allowPositionals: true,
    options: { first: { type: 'string' }, all: { type: 'boolean' }, keep: { type: 'string' } },
  });
  const judge = findAnswers();
  if (judge === undefined) {
    say(
      'The answers of the peer are not beside this checkout (../shared/reference-answers): nothing to compare.',
    );
    return;
  }
  const areas = chosenAreas(areasOf(judge), positionals);
  const folder =
    option.keep === undefined ? mkdtempSync(join(tmpdir(), 'fieldhouse-peer-')) : resolve(option.keep);
  mkdirSync(folder, { recursive: true });
  try {
    const [expected, got] = [join(folder, 'expected.jsonl'), join(folder, 'got.jsonl')];
    writeFileSync(expected, answersOf(judge, areas));
    await record(join(judge, 'record.mjs'), got, areas);
    process.exitCode = await run(process.execPath, [
      join(judge, 'compare.mjs'),
      ...[expected, got, '--routes', join(ROOT, 'test/contract/routes.txt')],
      ...['--deviations', join(__dirname, 'deviations.mjs')],
      ...(option.first === undefined ? [] : ['--first', option.first]),
      ...(option.all ? ['--all'] : []),
    ]);
    if (option.keep !== undefined) say(`\nBoth recordings are in ${folder}.`);
    if (areas.includes('exports')) await compareExports(folder);
  } finally {
    if (option.keep === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** @throws Error naming the areas that there are */
function chosenAreas(all: readonly string[], wanted: readonly string[]): readonly string[] {
  const unknown = wanted.filter((area) => !all.includes(area));
  if (unknown.length > 0) throw new Error(`No area ${unknown.join(', ')}; there are: ${all.join(', ')}.`);
  return wanted.length === 0 ? all : wanted;
}

/** Asks a service of our own, on an empty folder, everything that the peer was asked, and writes its answers. */
async function record(recorder: string, file: string, areas: readonly string[]): Promise<void> {
  const service = new ServiceUnderKill(SUPERUSER);
  try {
    say('Starting the service …');
    await service.start();
    await giveEmail(service);
    say(`Asking it about ${areas.length} area${areas.length === 1 ? '' : 's'} …`);
    const code = await run(process.execPath, [
      recorder,
      ...['--base', service.origin, '--super', service.superuser, '--out', file],
      ...areas,
    ]);
    if (code !== 0) throw new Error(`The recording ended early.\n${service.report}`);
  } finally {
    await service.remove();
  }
}

/** Puts what our exports, reports and GeoJSON lists hold beside what the peer's exporter makes of the same. */
async function compareExports(folder: string): Promise<void> {
  const judge = findExports();
  if (judge === undefined) return;
  const [cases, made] = [join(judge, 'cases.jsonl'), join(folder, 'exports')];
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made);
  const service = new ServiceUnderKill(SUPERUSER);
  try {
    say('\nMaking exports, reports and GeoJSON lists …');
    await service.start();
    const recorded = await recordExports(service, cases, made, say);
    say(`${recorded.made} made; for ${recorded.unbuilt} there is no route.`);
    if (recorded.made === 0) return;
  } finally {
    await service.remove();
  }
  const args = [join(judge, 'compare.py'), cases, '--dir', made, join(made, 'map.json')];
  process.exitCode = (await run('python3', args)) || process.exitCode;
}

/** The superuser of the recorded answers had one. */
async function giveEmail(service: ServiceUnderKill): Promise<void> {
  await fetch(`${service.origin}/api/v2/users/${SUPERUSER}/`, {
    method: 'PATCH',
    headers: { authorization: service.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${SUPERUSER}@example.org` }),
  });
}

/** Exit code of a program, which writes to the terminal; it is ended when it takes too long. */
function run(program: string, args: readonly string[]): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(program, [...args], { stdio: 'inherit', timeout: LONGEST_RUN_MS });
    running.add(child);
    child.once('error', fail);
    child.once('exit', (code) => {
      running.delete(child);
      done(code ?? 1);
    });
  });
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
