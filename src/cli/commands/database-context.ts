import { openDatabaseForCommand } from '../../boot';
import { readEnvironment } from '../../config/environment';

const log = (message: string): void => void process.stderr.write(`${message}\n`);

/** Runs `work` with the URL of the database; starts the embedded one if needed. */
export async function withDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const database = await openDatabaseForCommand(readEnvironment(process.env), log);
  try {
    return await work(database.url);
  } finally {
    await database.release();
  }
}
