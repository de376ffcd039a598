import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const contract = resolve(__dirname, '../contract');
const schema = readFileSync(join(contract, 'schema.sql'), 'utf8');
const tables = [...schema.matchAll(/^CREATE TABLE (\w+) \(/gm)].map(([, name]) => name!);
/** Tables with a trigger that outdates cached asset JSON (docs/performance.md#revalidated-response-cache). */
const noted = [...schema.matchAll(/^CREATE TRIGGER \w+_noted .* ON public\.(\w+) /gm)].map(
  ([, name]) => name!,
);
/** Tables that every request reads anew, besides the cached text. */
const READ_EACH_TIME = ['submission_tally', 'submission_total'];

/** Tables that the statements of a generated file read. @param method only its statements; all of the file without */
function tablesRead(file: string, method?: string): string[] {
  const text = readFileSync(join(contract, 'queries', file), 'utf8');
  const sections = text.split(/^-- (?=[a-z]\w*$)/m).slice(1);
  const read = sections.filter((section) => method === undefined || section.startsWith(`${method}\n`));
  expect(read).not.toEqual([]);
  const names = [...read.join('').matchAll(/\b(?:FROM|JOIN)\s+"?(\w+)"?/g)].map(([, name]) => name!);
  return [...new Set(names)].filter((name) => tables.includes(name)).toSorted();
}

describe('tables that cached lists and assets show', () => {
  it.each([
    ['asset-view.repository.sql', undefined],
    ['asset-list.repository.sql', undefined],
    ['asset-file.repository.sql', 'list'],
    ['deployment.repository.sql', 'listForms'],
  ])('%s (%s): each has a trigger, or is read for each request', (file, method) => {
    const read = tablesRead(file, method);
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter((name) => !noted.includes(name) && !READ_EACH_TIME.includes(name))).toEqual([]);
  });

  it('has no trigger on a table of intake', () => {
    expect(noted.filter((name) => /^(submission|attachment)/.test(name))).toEqual([]);
  });
});
