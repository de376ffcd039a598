import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DoorTable } from '../../src/authorization/door-table';
import { RouteTable } from '../../src/authorization/route-table';
import { JobRunner } from '../../src/jobs/job-runner';
import { describeApi } from '../../src/web/api-docs/api-docs';
import type { TestApp } from '../support/app';
import { statementsDuring } from '../support/statement-tap';
import { recordGoldens } from './goldens';
import { describeSchema } from './schema-description';
import { describeQueries, tellCalls } from './statements/describe-queries';
import { untold } from './statements/untold';

/** Text of generated files by their path below `CONTRACT`. */
export type Artefacts = ReadonlyMap<string, string>;

const GOLDEN = 'golden';
const QUERIES = 'queries';

/** Where the artefacts are committed. */
export const CONTRACT = __dirname;

/**
 * Everything that describes the service from outside, made anew. The service must be empty.
 * @throws Error when golden requests send a statement that the queries do not tell
 */
export async function makeArtefacts(app: TestApp): Promise<Artefacts> {
  let goldens = new Map<string, string>();
  const sent = await statementsDuring(async () => {
    goldens = await recordGoldens(app);
  });
  // From here on a chore would take what samples are about.
  await app.nest.get(JobRunner).beforeApplicationShutdown();
  const told = await tellCalls(app);
  const unheard = untold(sent, told);
  if (unheard.length > 0) {
    throw new Error(`Add samples to test/contract/statements that send these too:\n${unheard.join('\n')}`);
  }
  const queries = await describeQueries(app, told);
  return new Map([
    ['routes.txt', describeWaysIn(app)],
    ['openapi.json', `${JSON.stringify(inOrder(describeApi(app.nest)), undefined, 2)}\n`],
    ['schema.sql', await describeSchema(app.databaseUrl)],
    ...[...goldens].map(([name, text]) => [join(GOLDEN, name), text] as const),
    ...[...queries].map(([name, text]) => [join(QUERIES, name), text] as const),
  ]);
}

/** Every route, and those of them that have a door. */
function describeWaysIn({ nest }: TestApp): string {
  const [routes, doors] = [nest.get(RouteTable).describe(), nest.get(DoorTable).describe()];
  return `${[...routes, '', 'Before Express, what of these is plain:', ...doors].join('\n')}\n`;
}

/** The artefacts as they are committed. */
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

/** The same value with the keys of all objects sorted. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => [key, inOrder(each)]),
  );
}
