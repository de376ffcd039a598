import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Recordings of KoboToolbox are beside the checkout, if available. */
const BESIDE = resolve(__dirname, '../../../shared');

/** Folder with the recorded responses, their recorder and comparer; undefined if absent. */
export function findRecording(): string | undefined {
  const folder = join(BESIDE, 'reference-answers');
  return existsSync(join(folder, 'answers.jsonl')) ? folder : undefined;
}

/** Folder with the exports of KoboToolbox; undefined if absent. */
export function findRecordedExports(): string | undefined {
  const folder = join(BESIDE, 'reference-exports');
  return existsSync(join(folder, 'cases.jsonl')) ? folder : undefined;
}

/** Areas whose requests the recorder can send. */
export function areasOf(folder: string): string[] {
  return readdirSync(join(folder, 'scenarios')).map((file) => file.split('.')[0]!);
}

/** Recorded responses of some areas, one per line. */
export function recordedResponses(folder: string, areas: readonly string[]): string {
  const lines = readFileSync(join(folder, 'answers.jsonl'), 'utf8').split('\n').filter(Boolean);
  return lines.filter((line) => areas.includes(areaOf(line))).join('\n');
}

function areaOf(line: string): string {
  const { id } = JSON.parse(line) as { id: string };
  return id.split('/')[0]!;
}
