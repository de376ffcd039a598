import { createHash } from 'node:crypto';

/**
 * Identifier of the new entity of a row: the same for the same upload, so that one that is sent twice adds nothing twice.
 * @param upload identifier of the upload
 */
export function rowUuid(upload: string, row: number): string {
  const hash = createHash('sha256').update(`${upload} ${row}`).digest();
  // Version 8 of RFC 9562: any bits but those of version and variant.
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
