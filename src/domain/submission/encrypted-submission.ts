import { InvalidError } from '../errors';
import type { InstanceElement } from './instance-document';

/** Child of the root that holds the key of the answers, encrypted with the form's `public_key`. */
export const KEY_ELEMENT = 'base64EncryptedKey';
/** Its member in JSON: `json_build_object` writes a space before the colon, stored answers have none. */
const KEY_MEMBER = new RegExp(`"${KEY_ELEMENT}" ?:`);

/** `_status` of encrypted submissions, and of all others. */
export const STATUS = { encrypted: 'encrypted', readable: 'submitted_via_web' } as const;

/** True for the manifest of an encrypted submission (contract-data 1.5). */
export function isManifest(root: InstanceElement): boolean {
  return root.children.some(({ name, text }) => name === KEY_ELEMENT && text !== '');
}

/** @param json of a stored submission; quotes inside its values are escaped, and keys are full paths */
export function isEncrypted(json: string): boolean {
  return KEY_MEMBER.test(json);
}

/** @throws InvalidError for an encrypted submission: its key and signature hold for its instanceID only */
export function assertNotEncrypted(encrypted: boolean): void {
  if (encrypted) {
    throw new InvalidError(
      'Encrypted submissions cannot be edited or duplicated. Decrypt them with the private key of the form, outside of this service.',
    );
  }
}
