import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { KillableService } from '../support/killable-service';
import { recordExports } from './exports';
import { checkMigration } from './migration';
import { recordedResponses, areasOf, findRecording, findRecordedExports } from './recordings';

/**
 * `npm run peer -- --migration` checks that moving in reads the recorded responses without loss.
 * `npm run peer -- [--first N] [--all] [--keep FOLDER] [area…]` starts the service on an empty folder, replays the
 * requests recorded from KoboToolbox, compares the responses and prints a table by area. Exits with 1 on differences,
 * with 0 if there is no recording. `--keep` stores both recordings.
 */
const ROOT = resolve(__dirname, '../..');
const RUN_TIMEOUT_MS = 10 * 60_000;
/** Name of the superuser in the recording. */
const SUPERUSER = 'super';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const running = new Set<ChildProcess>();

async function main(): Promise<void> {
  const { values: option, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      first: { type: 'string' },
      all: { type: 'boolean' },
      keep: { type: 'string' },
      migration: { type: 'boolean' },
    },
  });
  const recording = findRecording();
  if (recording === undefined) {
    print(
      'Nothing to compare: the responses of KoboToolbox are not beside this checkout (../shared/reference-answers).',
    );
    return;
  }
  if (option.migration === true) {
    process.exitCode = (await checkMigration(recordedResponses(recording, areasOf(recording)), print))
      ? 0
      : 1;
    return;
  }
  const areas = selectAreas(areasOf(recording), positionals);
  const folder =
    option.keep === undefined ? mkdtempSync(join(tmpdir(), 'fieldhouse-peer-')) : resolve(option.keep);
  mkdirSync(folder, { recursive: true });
  try {
    const [expected, actual] = [join(folder, 'expected.jsonl'), join(folder, 'got.jsonl')];
    writeFileSync(expected, recordedResponses(recording, areas));
    await record(join(recording, 'record.mjs'), actual, areas);
    process.exitCode = await run(process.execPath, [
      join(recording, 'compare.mjs'),
      ...[expected, actual, '--routes', join(ROOT, 'test/contract/routes.txt')],
      ...['--deviations', join(__dirname, 'deviations.mjs')],
      ...(option.first === undefined ? [] : ['--first', option.first]),
      ...(option.all ? ['--all'] : []),
    ]);
    if (option.keep !== undefined) print(`\nBoth recordings are in ${folder}.`);
    if (areas.includes('exports')) await compareExports(folder);
  } finally {
    if (option.keep === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** @throws Error naming the known areas */
function selectAreas(all: readonly string[], requested: readonly string[]): readonly string[] {
  const unknown = requested.filter((area) => !all.includes(area));
  if (unknown.length > 0)
    throw new Error(`Unknown area ${unknown.join(', ')}. Choose from ${all.join(', ')}.`);
  return requested.length === 0 ? all : requested;
}

/** Replays the requests on an own service with an empty folder and writes the responses. */
async function record(recorder: string, file: string, areas: readonly string[]): Promise<void> {
  const service = new KillableService(SUPERUSER);
  try {
    print('Starting the service …');
    await service.start();
    await setEmail(service);
    print(`Replaying ${areas.length} area${areas.length === 1 ? '' : 's'} …`);
    const code = await run(process.execPath, [
      recorder,
      ...['--base', service.origin, '--super', service.superuser, '--out', file],
      ...areas,
    ]);
    if (code !== 0) throw new Error(`The replay failed.\n${service.report}`);
  } finally {
    await service.remove();
  }
}

/** Compares exports, reports and GeoJSON lists with those of KoboToolbox. */
async function compareExports(folder: string): Promise<void> {
  const recording = findRecordedExports();
  if (recording === undefined) return;
  const [cases, made] = [join(recording, 'cases.jsonl'), join(folder, 'exports')];
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made);
  const service = new KillableService(SUPERUSER);
  try {
    print('\nGenerating exports, reports and GeoJSON lists …');
    await service.start();
    const recorded = await recordExports(service, cases, made, print);
    print(`${recorded.made} generated, ${recorded.unsupported} unsupported.`);
    if (recorded.made === 0) return;
  } finally {
    await service.remove();
  }
  const args = [join(recording, 'compare.py'), cases, '--dir', made, join(made, 'map.json')];
  process.exitCode = (await run('python3', args)) || process.exitCode;
}

/** Sets the email of the superuser, which the recording has. */
async function setEmail(service: KillableService): Promise<void> {
  await fetch(`${service.origin}/api/v2/users/${SUPERUSER}/`, {
    method: 'PATCH',
    headers: { authorization: service.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${SUPERUSER}@example.org` }),
  });
}

/** Runs a program in the terminal with a timeout. @returns its exit code */
function run(program: string, args: readonly string[]): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(program, [...args], { stdio: 'inherit', timeout: RUN_TIMEOUT_MS });
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
