import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { FillStep } from './form-fixture';

/** A form to be opened, and what to do with it. */
export interface Case {
  readonly name: string;
  readonly xml: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly steps?: readonly FillStep[];
}

export interface Verdict {
  readonly name: string;
  readonly opened: boolean;
  /** Why the form did not open. */
  readonly error: string | null;
  /** One entry per step: null when it only did something, the answer, or what went wrong. */
  readonly answers: readonly (string | null | { failed: string })[];
}

/** Opens all forms in one process of the engine; see judge.mjs. */
export function judge(cases: readonly Case[]): Map<string, Verdict> {
  const run = spawnSync(process.execPath, [path.join(__dirname, 'judge.mjs')], {
    input: JSON.stringify(cases),
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  const line = run.stdout.trimEnd().split('\n').at(-1) ?? '';
  if (run.status !== 0 || !line.startsWith('['))
    throw new Error(`The judge failed: ${run.stderr.slice(0, 4000)}`);
  return new Map((JSON.parse(line) as Verdict[]).map((verdict) => [verdict.name, verdict]));
}
