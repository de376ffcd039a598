import { ModulesContainer } from '@nestjs/core';
import type { Client } from 'pg';
import { Repository } from 'typeorm';
import { type Transaction, UnitOfWork } from '../../../src/database/unit-of-work/unit-of-work.port';
import type { TestApp } from '../../support/app';
import { apart } from '../../support/one-connection';
import { type SentStatement, statementsDuring } from '../../support/statement-tap';
import { withClient } from '../../support/test-database';
import { ALL_SAMPLES } from './all-samples';
import { readableSql } from './readable-sql';
import { layOutSampleRows } from './sample-rows';
import type { Samples } from './samples';

/** What one call of a method sends, in order. */
export interface ToldCall {
  readonly asked: string;
  readonly method: string;
  readonly texts: readonly string[];
}

class RolledBack extends Error {}

/**
 * Every statement of the service, heard at the driver while every method of every repository and query class is called
 * with sample arguments. So it is told what is executed, by whatever builder it was made, and not what a list says:
 * - A method without a sample does not compile, a class without samples fails a test.
 * - Golden requests could not tell it alone. Chores, rare turns and lost races would be missing, and whether a timer
 *   fires during the requests would differ from run to run. They are the proof instead: whatever they send must be told
 *   here (`untold`), so that a turn of a builder which no sample takes is found out.
 */
export async function tellCalls(app: TestApp): Promise<ToldCall[]> {
  await layOutSampleRows(app.databaseUrl);
  const told: ToldCall[] = [];
  for (const samples of ALL_SAMPLES) {
    const asked = samples.asked.name;
    for (const [method, each] of Object.entries(samples.calls({} as Transaction))) {
      for (const index of each.keys()) {
        const texts = await heard(app, samples, method, index);
        if (texts.length === 0) throw new Error(`A sample of ${asked}.${method} sends nothing.`);
        told.push({ asked, method, texts });
      }
    }
  }
  return told;
}

/** Classes that ask the database and have no samples. */
export function withoutSamples(app: TestApp): string[] {
  const names = instancesOf(app).map(({ constructor }) => constructor.name);
  const sampled = new Set(ALL_SAMPLES.map(({ asked }) => asked.name));
  return names.filter((name) => /(Repository|Query|Queue)$/.test(name) && !sampled.has(name)).sort();
}

/** Name of the file of a class: `grant.repository.sql` for GrantRepository, which lives in grant.repository.ts. */
export function queriesName(className: string): string {
  const words = className.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  return `${words.replace(/-(?=(repository|query|queue)$)/, '.')}.sql`;
}

/** One file a class, one paragraph a call. */
export async function describeQueries(app: TestApp, told: readonly ToldCall[]): Promise<Map<string, string>> {
  return withClient(app.databaseUrl, async (client) => {
    const files = new Map<string, Set<string>>();
    for (const { asked, method, texts } of told) {
      const lines = [`-- ${method}`];
      for (const text of texts) lines.push(`${readableSql(text)};`, ...(await parameterLine(client, text)));
      const paragraphs = files.get(queriesName(asked)) ?? new Set();
      files.set(queriesName(asked), paragraphs.add(`${lines.join('\n')}\n`));
    }
    return new Map([...files].map(([name, paragraphs]) => [name, [...paragraphs].join('\n')]));
  });
}

/** What one sample sends; a class may be there for several tables. */
async function heard(app: TestApp, samples: Samples, method: string, index: number): Promise<string[]> {
  const { asked } = samples;
  const targets = instancesOf(app).filter((each) => each instanceof asked);
  if (targets.length === 0) throw new Error(`The service has no ${asked.name}.`);
  const texts = new Set<string>();
  for (const target of targets) {
    for (const text of await heardOf(app, target, samples, method, index)) texts.add(text);
  }
  return [...texts];
}

async function heardOf(
  app: TestApp,
  target: object,
  { calls }: Samples,
  method: string,
  index: number,
): Promise<string[]> {
  const call = Reflect.get(target, method) as (
    ...given: unknown[]
  ) => Promise<unknown> | AsyncIterable<unknown>;
  let sent: SentStatement[] = [];
  await app.nest
    .get(UnitOfWork)
    .run(async (transaction) => {
      const given = calls(transaction)[method]![index]!;
      const ask = async (): Promise<void> => drained(await call.apply(target, [...given]));
      // What is handed no transaction is asked outside of one.
      const isInside = given.includes(transaction);
      sent = await statementsDuring(() => (isInside ? ask() : apart(ask)));
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return sent.filter(({ own }) => own).map(({ text }) => text);
}

/** What is read piece by piece asks while it is read. */
async function drained(result: unknown): Promise<void> {
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return;
  for await (const piece of result as AsyncIterable<unknown>) void piece;
}

/** Everything that Nest made of the service's own classes. */
function instancesOf(app: TestApp): object[] {
  const providers = [...app.nest.get(ModulesContainer).values()].flatMap((module) => [
    ...module.providers.values(),
  ]);
  const instances = providers.map(({ instance }): unknown => instance);
  return instances.filter(
    (each): each is object => typeof each === 'object' && each !== null && !(each instanceof Repository),
  );
}

/** What `$1` and the others are, as PostgreSQL infers it. */
async function parameterLine(client: Client, text: string): Promise<string[]> {
  if (!text.includes('$1')) return [];
  await client.query(`PREPARE told AS ${text}`);
  const { rows } = await client.query<{ types: string[] }>(
    `SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'told'`,
  );
  await client.query('DEALLOCATE told');
  return [`-- ${rows[0]!.types.map((type, index) => `$${index + 1} ${type}`).join(', ')}`];
}
