import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, escapeIdentifier, escapeLiteral } from 'pg';

/** Starts one level up, because the bundle lies in a sibling of this folder. */
const FOLDER = join(__dirname, '../database/functions');
const DEFINITION = /^CREATE OR REPLACE FUNCTION (\w+)\(/gm;

/** A file of `functions/`: the current definition of a function, or of a few that belong together (decision 129). */
export interface FunctionFile {
  readonly name: string;
  readonly sql: string;
  readonly functions: readonly string[];
  /** Comment of its functions in the database: name and SHA-256 of the file that they were created from. */
  readonly origin: string;
}

export function readFunctionFiles(): FunctionFile[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => {
    const sql = readFileSync(join(FOLDER, name), 'utf8');
    return {
      name,
      sql,
      functions: [...sql.matchAll(DEFINITION)].map(([, defined]) => defined!),
      origin: `${name} ${hash('sha256', sql)}`,
    };
  });
}

/** Files with a function that is missing in the database, or was created from other text. */
export async function outdatedFunctionFiles(client: Client): Promise<FunctionFile[]> {
  const { rows } = await client.query<{ name: string; origin: string | null }>(
    `SELECT proname AS name, obj_description(oid, 'pg_proc') AS origin
       FROM pg_proc WHERE pronamespace = current_schema()::regnamespace`,
  );
  const origins = new Map(rows.map(({ name, origin }) => [name, origin]));
  return readFunctionFiles().filter(({ functions, origin }) =>
    functions.some((name) => origins.get(name) !== origin),
  );
}

/**
 * Creates or replaces the functions of outdated files, all or none.
 * @param client holds the migration lock
 * @returns names of the applied files
 */
export async function updateFunctions(client: Client): Promise<string[]> {
  const outdated = await outdatedFunctionFiles(client);
  if (outdated.length === 0) return [];
  await client.query('BEGIN');
  try {
    for (const { sql, functions, origin } of outdated) {
      await client.query(sql);
      for (const name of functions) {
        await client.query(`COMMENT ON FUNCTION ${escapeIdentifier(name)} IS ${escapeLiteral(origin)}`);
      }
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
  return outdated.map(({ name }) => name);
}
