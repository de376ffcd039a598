import { hash } from 'node:crypto';
import { Content } from './content';
import { pythonJson } from '../text/python-json';

/**
 * `version__content_hash`: SHA-1 of the canonical JSON text in 40 hex digits (contract-xlsform 2.7). Detects changes,
 * no security: SHA-1 is what existing clients compare with.
 */
export function contentHash(content: Content): string {
  return hash('sha1', pythonJson(content));
}
