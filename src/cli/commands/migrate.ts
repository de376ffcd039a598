import { prepareDatabase } from '../../database/prepare-database';
import { withDatabase } from './database-context';

export async function migrate(): Promise<number> {
  const ran = await withDatabase(prepareDatabase);
  process.stdout.write(
    ran.length === 0 ? 'The database is up to date.\n' : `Ran ${ran.length} migrations: ${ran.join(', ')}.\n`,
  );
  return 0;
}
