import { ModulesContainer } from '@nestjs/core';
import type { Client } from 'pg';
import { Repository } from 'typeorm';
import { type Transaction, UnitOfWork } from '../../../src/database/unit-of-work/unit-of-work.port';
import type { TestApp } from '../../support/app';
import { outsideTransaction } from '../../support/nested-connection-detector';
import { type SentStatement, statementsDuring } from '../../support/statement-tap';
import { withClient } from '../../support/test-database';
import { ALL_SAMPLES } from './all-samples';
import { readableSql } from './readable-sql';
import { insertSampleRows } from './sample-rows';
import type { Samples } from './samples';

export interface RecordedCall {
  readonly className: string;
  readonly method: string;
  readonly texts: readonly string[];
}

class RolledBack extends Error {}

/**
 * Records the statements of every repository and query method with sample arguments, at the driver.
 * A method without a sample does not compile; a class without samples fails a test. Golden requests alone
 * would miss jobs, rare branches and lost races; they verify coverage instead.
 */
export async function recordCalls(app: TestApp): Promise<RecordedCall[]> {
  await insertSampleRows(app.databaseUrl);
  const calls: RecordedCall[] = [];
  for (const samples of ALL_SAMPLES) {
    const className = samples.target.name;
    for (const [method, each] of Object.entries(samples.calls({} as Transaction))) {
      for (const index of each.keys()) {
        const texts = await statementsOf(app, samples, method, index);
        if (texts.length === 0) throw new Error(`A sample of ${className}.${method} sends no statement.`);
        calls.push({ className, method, texts });
      }
    }
  }
  return calls;
}

export function withoutSamples(app: TestApp): string[] {
  const names = instancesOf(app).map(({ constructor }) => constructor.name);
  const sampled = new Set(ALL_SAMPLES.map(({ target }) => target.name));
  return names.filter((name) => /(Repository|Query|Queue)$/.test(name) && !sampled.has(name)).sort();
}

/** File of a class: `grant.repository.sql` for GrantRepository. */
export function queriesName(className: string): string {
  const words = className.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  return `${words.replace(/-(?=(repository|queue)$)/, '.')}.sql`;
}

export async function describeQueries(
  app: TestApp,
  calls: readonly RecordedCall[],
): Promise<Map<string, string>> {
  return withClient(app.databaseUrl, async (client) => {
    const files = new Map<string, Set<string>>();
    for (const { className, method, texts } of calls) {
      const lines = [`-- ${method}`];
      for (const text of texts) lines.push(`${readableSql(text)};`, ...(await parameterLine(client, text)));
      const paragraphs = files.get(queriesName(className)) ?? new Set();
      files.set(queriesName(className), paragraphs.add(`${lines.join('\n')}\n`));
    }
    return new Map([...files].map(([name, paragraphs]) => [name, [...paragraphs].join('\n')]));
  });
}

/** Statements of one sample; a class may have an instance per table. */
async function statementsOf(
  app: TestApp,
  samples: Samples,
  method: string,
  index: number,
): Promise<string[]> {
  const { target: type } = samples;
  const targets = instancesOf(app).filter((each) => each instanceof type);
  if (targets.length === 0) throw new Error(`The service has no ${type.name}.`);
  const texts = new Set<string>();
  for (const target of targets) {
    for (const text of await statementsOfTarget(app, target, samples, method, index)) texts.add(text);
  }
  return [...texts];
}

async function statementsOfTarget(
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
      const run = async (): Promise<void> => drain(await call.apply(target, [...given]));
      // Without a transaction argument it runs outside of the transaction.
      const isInside = given.includes(transaction);
      sent = await statementsDuring(() => (isInside ? run() : outsideTransaction(run)));
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return sent.filter(({ own }) => own).map(({ text }) => text);
}

/** Async iterables query while they are read. */
async function drain(result: unknown): Promise<void> {
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return;
  for await (const chunk of result as AsyncIterable<unknown>) void chunk;
}

/** Instances of the service's own classes in the Nest container. */
function instancesOf(app: TestApp): object[] {
  const providers = [...app.nest.get(ModulesContainer).values()].flatMap((module) => [
    ...module.providers.values(),
  ]);
  const instances = providers.map(({ instance }): unknown => instance);
  return instances.filter(
    (each): each is object => typeof each === 'object' && each !== null && !(each instanceof Repository),
  );
}

async function parameterLine(client: Client, text: string): Promise<string[]> {
  if (!text.includes('$1')) return [];
  await client.query(`PREPARE sample AS ${text}`);
  const { rows } = await client.query<{ types: string[] }>(
    `SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'sample'`,
  );
  await client.query('DEALLOCATE sample');
  return [`-- ${rows[0]!.types.map((type, index) => `$${index + 1} ${type}`).join(', ')}`];
}
