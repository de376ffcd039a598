import { linkedName } from '../../../domain/migration/json-fields';
import type { JsonObject } from '../../../domain/text/json-value';
import { SourcePartError } from '../migration-source.port';

/**
 * Bytes of attachments by asset; empty for a server without usage statistics.
 * @param usage items of the usage list of an account
 */
export async function readStorageBytes(
  usage: AsyncIterable<JsonObject>,
): Promise<ReadonlyMap<string, number>> {
  const bytes = new Map<string, number>();
  try {
    for await (const each of usage) {
      const uid = linkedName(each['asset']) ?? '';
      // A server without pages of this list would repeat it.
      if (bytes.has(uid)) break;
      if (typeof each['storage_bytes'] === 'number') bytes.set(uid, each['storage_bytes']);
    }
  } catch (error) {
    if (!(error instanceof SourcePartError)) throw error;
  }
  return bytes;
}
