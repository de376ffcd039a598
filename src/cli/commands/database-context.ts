import { openDatabaseForCommand } from '../../boot';
import { misspeltVariables, readEnvironment } from '../../config/environment';

/** Standard output is for the result. */
export const log = (message: string): void => void process.stderr.write(`${message}\n`);

/** Runs `work` with the direct URL of the database, not that of a pooler; starts the embedded one if needed. */
export async function withDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  misspeltVariables(process.env).forEach(log);
  const database = await openDatabaseForCommand(readEnvironment(process.env), log);
  try {
    return await work(database.directUrl);
  } finally {
    await database.release();
  }
}
