import { spawnSync } from 'node:child_process';
import path from 'node:path';

export interface FormToFill {
  readonly name: string;
  readonly xml: string;
  readonly seed: number;
}

export interface FilledForm {
  readonly name: string;
  readonly error: string | null;
  /** Questions for which no valid answer was found. */
  readonly invalid: readonly string[];
  /** The submission. */
  readonly xml: string;
  readonly files: readonly { readonly name: string; readonly base64: string }[];
}

/** Fills in forms at random in one process of ODK Web Forms (`web-forms-filler.mjs`). */
export function fillInWebForms(forms: readonly FormToFill[]): readonly FilledForm[] {
  const run = spawnSync(process.execPath, [path.join(__dirname, 'web-forms-filler.mjs')], {
    input: JSON.stringify(forms),
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  const line = run.stdout.trimEnd().split('\n').at(-1) ?? '';
  if (run.status !== 0 || !line.startsWith('['))
    throw new Error(`web-forms-filler.mjs failed: ${run.stderr.slice(0, 4000)}`);
  return JSON.parse(line) as FilledForm[];
}
