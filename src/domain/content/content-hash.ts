import { createHash } from 'node:crypto';
import { Content } from './content';
import { pythonJson } from '../text/python-json';

/**
 * `version__content_hash`: SHA-1 in 40 hex digits over the content's canonical JSON text (contract-xlsform 2.7).
 * It is a fingerprint for change detection, not a safeguard; SHA-1 is what existing clients compare with.
 */
export function contentHash(content: Content): string {
  return createHash('sha1').update(pythonJson(content), 'ascii').digest('hex');
}
