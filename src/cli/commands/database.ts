import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { distributeTables, readShardPlan, type ShardPlan } from '../../database/sharding/distributed-tables';
import { UsageError } from '../usage';
import { withDatabase } from './database-context';

const DEFAULT_SHARDS = '32';
const MAX_SHARDS = 1024;
const MEGABYTE = 1024 * 1024;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

export async function database([action, ...args]: string[]): Promise<number> {
  if (action !== 'distribute') throw new UsageError('Use `database distribute`.');
  const { values } = parseArgs({
    args,
    options: {
      shards: { type: 'string', default: DEFAULT_SHARDS },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const shards = Number(values.shards);
  if (!Number.isInteger(shards) || shards < 1 || shards > MAX_SHARDS) {
    throw new UsageError(`--shards: use a number from 1 to ${MAX_SHARDS}.`);
  }
  return withDatabase(async (url) => {
    const client = new Client({ connectionString: url, application_name: 'fieldhouse distribution' });
    await client.connect();
    try {
      return values['dry-run'] ? show(await readShardPlan(client), shards) : await distribute(client, shards);
    } finally {
      await client.end();
    }
  });
}

function show({ citus, nodes, tables }: ShardPlan, shards: number): number {
  print(`Citus: ${citus ?? 'not installed'}`);
  print(`Nodes for shards: ${nodes.length === 0 ? 'none' : nodes.join(', ')}`);
  for (const { name, shards: existing, bytes } of tables) {
    print(
      existing > 0
        ? `${name}: distributed, ${existing} shards`
        : `${name}: ${(bytes / MEGABYTE).toFixed(1)} MB to copy into ${shards} shards`,
    );
  }
  return citus === undefined || nodes.length === 0 ? 1 : 0;
}

async function distribute(client: Client, shards: number): Promise<number> {
  const done = await distributeTables(client, shards, print);
  print(
    done
      ? 'The tables are distributed. Restart every process of the service.'
      : 'The tables are distributed already.',
  );
  return 0;
}
