import { hash } from 'node:crypto';

/** SHA-256 of the whole XML as it came, 64 hex digits: equal hashes are the same submission sent again (contract-data 4.6). */
export function instanceHash(xml: string | Uint8Array): string {
  return hash('sha256', xml);
}
