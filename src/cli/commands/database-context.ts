import { borrowDatabase } from '../../boot';
import { readEnvironment } from '../../config/environment';

const tell = (message: string): void => void process.stderr.write(`${message}\n`);

/** The URL of the database, for as long as `work` takes. */
export async function withDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const database = await borrowDatabase(readEnvironment(process.env), tell);
  try {
    return await work(database.url);
  } finally {
    await database.release();
  }
}
