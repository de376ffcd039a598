import { readEnvironment } from '../../config/environment';
import { findSecretKey } from '../../config/secret-key';
import { createClient } from '../../database/connection/open-connection';
import { resealColumns } from '../../database/sealed-columns';
import { UsageError } from '../usage';
import { withDatabase } from './database-context';

/** Encrypts everything with SECRET_KEY, so that SECRET_KEY_FALLBACKS can be removed. */
export async function secretKey([action, ...rest]: string[]): Promise<number> {
  if (action !== 'reseal' || rest.length > 0) throw new UsageError('Use `secret-key reseal`.');
  const key = findSecretKey(readEnvironment(process.env));
  if (key === undefined) throw new Error('There is no secret key: the service was never started.');
  const count = await withDatabase(async (url) => {
    const client = createClient(url, { application_name: 'fieldhouse secret-key' });
    await client.connect();
    try {
      return await resealColumns(client, key);
    } finally {
      await client.end();
    }
  });
  process.stdout.write(
    `${count} secrets were encrypted again with SECRET_KEY. Take a backup; SECRET_KEY_FALLBACKS is needed only by links of the last day, recovery codes made before, and earlier backups.\n`,
  );
  return 0;
}
