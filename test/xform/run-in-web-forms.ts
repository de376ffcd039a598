import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { FillStep } from './form-fixture';

export interface EngineCase {
  readonly name: string;
  readonly xml: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly steps?: readonly Pick<FillStep, 'verb' | 'path' | 'value'>[];
}

export interface EngineResult {
  readonly name: string;
  readonly opened: boolean;
  readonly error: string | null;
  /** One entry per step: null for an action, the value for a query, or its failure. */
  readonly answers: readonly (string | null | { failed: string })[];
}

/** Opens all forms in one process of ODK Web Forms (`web-forms-runner.mjs`) and returns the results by name. */
export function runInWebForms(
  cases: readonly EngineCase[],
  environment: Readonly<Record<string, string>> = {},
): Map<string, EngineResult> {
  const run = spawnSync(process.execPath, [path.join(__dirname, 'web-forms-runner.mjs')], {
    input: JSON.stringify(cases),
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    maxBuffer: 256 * 1024 * 1024,
  });
  const line = run.stdout.trimEnd().split('\n').at(-1) ?? '';
  if (run.status !== 0 || !line.startsWith('['))
    throw new Error(`web-forms-runner.mjs failed: ${run.stderr.slice(0, 4000)}`);
  return new Map((JSON.parse(line) as EngineResult[]).map((result) => [result.name, result]));
}
