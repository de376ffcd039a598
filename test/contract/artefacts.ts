import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RouteTable } from '../../src/access/route-table';
import { describeApi } from '../../src/web/api-docs';
import type { TestApp } from '../support/app';
import { recordGoldens } from './goldens';
import { describeSchema } from './schema-description';

/** Text of generated files by their path below `CONTRACT`. */
export type Artefacts = ReadonlyMap<string, string>;

const GOLDEN = 'golden';

/** Where the artefacts are committed. */
export const CONTRACT = __dirname;

/** Everything that describes the service from outside, made anew. The service must be empty. */
export async function makeArtefacts(app: TestApp): Promise<Artefacts> {
  const goldens = await recordGoldens(app);
  return new Map([
    ['routes.txt', `${app.nest.get(RouteTable).describe().join('\n')}\n`],
    ['openapi.json', `${JSON.stringify(inOrder(describeApi(app.nest)), undefined, 2)}\n`],
    ['schema.sql', await describeSchema(app.databaseUrl)],
    ...[...goldens].map(([name, text]) => [join(GOLDEN, name), text] as const),
  ]);
}

/** The artefacts as they are committed. */
export function readArtefacts(): Artefacts {
  const goldens = existsSync(join(CONTRACT, GOLDEN)) ? readdirSync(join(CONTRACT, GOLDEN)) : [];
  const names = ['routes.txt', 'openapi.json', 'schema.sql', ...goldens.map((name) => join(GOLDEN, name))];
  return new Map(
    names.flatMap((name) =>
      existsSync(join(CONTRACT, name)) ? [[name, readFileSync(join(CONTRACT, name), 'utf8')] as const] : [],
    ),
  );
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
