import { hash } from 'node:crypto';

/** SHA-256 of the received XML, 64 hex digits; equal hashes mean a resubmission (contract-data 4.6). */
export function instanceHash(xml: string | Uint8Array): string {
  return hash('sha256', xml);
}
