import { prepareDatabase } from '../../database/prepare-database';
import { log, withDatabase } from './database-context';

export async function migrate(): Promise<number> {
  const applied = await withDatabase((url) => prepareDatabase(url, log));
  process.stdout.write(
    applied.length === 0
      ? 'The database is up to date.\n'
      : `Applied ${applied.length} migrations and function files: ${applied.join(', ')}.\n`,
  );
  return 0;
}
