import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RouteTable } from '../../src/authorization/route-table';
import { JobRunner } from '../../src/jobs/graphile.queue';
import { describeApi } from '../../src/web/api-docs/api-docs';
import type { TestApp } from '../support/app';
import { statementsDuring } from '../support/statement-tap';
import { recordGoldens } from './goldens';
import { describeSchema } from './schema-description';
import { describeQueries, recordCalls } from './statements/describe-queries';
import { undescribedStatements } from './statements/undescribed-statements';

/** Text of generated files by path below `CONTRACT`. */
export type Artefacts = ReadonlyMap<string, string>;

const GOLDEN = 'golden';
const QUERIES = 'queries';

export const CONTRACT = __dirname;

/**
 * Generates routes, OpenAPI document, schema, golden responses and statements of an empty service.
 * @throws Error if golden requests send a statement that no sample covers
 */
export async function generateArtefacts(app: TestApp): Promise<Artefacts> {
  let goldens = new Map<string, string>();
  const sent = await statementsDuring(async () => {
    goldens = await recordGoldens(app);
  });
  // Stop jobs: they would claim sample rows.
  await app.nest.get(JobRunner).beforeApplicationShutdown();
  const calls = await recordCalls(app);
  const missing = undescribedStatements(sent, calls);
  if (missing.length > 0) {
    throw new Error(`Add samples to test/contract/statements for these statements:\n${missing.join('\n')}`);
  }
  const queries = await describeQueries(app, calls);
  return new Map([
    ['routes.txt', describeRoutes(app)],
    ['openapi.json', `${JSON.stringify(sortKeys(describeApi(app.nest)), undefined, 2)}\n`],
    ['schema.sql', await describeSchema(app.databaseUrl)],
    ...[...goldens].map(([name, text]) => [join(GOLDEN, name), text] as const),
    ...[...queries].map(([name, text]) => [join(QUERIES, name), text] as const),
  ]);
}

function describeRoutes({ nest }: TestApp): string {
  return `${nest.get(RouteTable).describe().join('\n')}\n`;
}

export function readArtefacts(): Artefacts {
  const names = ['routes.txt', 'openapi.json', 'schema.sql', ...filesIn(GOLDEN), ...filesIn(QUERIES)];
  return new Map(
    names.flatMap((name) =>
      existsSync(join(CONTRACT, name)) ? [[name, readFileSync(join(CONTRACT, name), 'utf8')] as const] : [],
    ),
  );
}

function filesIn(folder: string): string[] {
  const path = join(CONTRACT, folder);
  return existsSync(path) ? readdirSync(path).map((name) => join(folder, name)) : [];
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => [key, sortKeys(each)]),
  );
}
