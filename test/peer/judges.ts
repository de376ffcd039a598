import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What was recorded of the peer lies beside the checkout, for those who have it. */
const BESIDE = resolve(__dirname, '../../../shared');

/** The folder with the recorded answers, their recorder and comparer; undefined where there is none. */
export function findAnswers(): string | undefined {
  const folder = join(BESIDE, 'reference-answers');
  return existsSync(join(folder, 'answers.jsonl')) ? folder : undefined;
}

/** The folder with what the peer's exporter made; undefined where there is none. */
export function findExports(): string | undefined {
  const folder = join(BESIDE, 'reference-exports');
  return existsSync(join(folder, 'cases.jsonl')) ? folder : undefined;
}

/** Names of the areas whose requests the recorder can send. */
export function areasOf(folder: string): string[] {
  return readdirSync(join(folder, 'scenarios')).map((file) => file.split('./')[0]!);
}

/** The recorded answers of some areas, one a line, as text. */
export function answersOf(folder: string, areas: readonly string[]): string {
  const lines = readFileSync(join(folder, 'answers.jsonl'), 'utf8').split('\n').filter(Boolean);
  return lines.filter((line) => areas.includes(areaOf(line))).join('\n');
}

function areaOf(line: string): string {
  const { id } = JSON.parse(line) as { id: string };
  return id.split('/')[0]!;
}
