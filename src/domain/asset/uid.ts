/**
 * Identifiers that travel on the wire: a prefix of one to three letters and 21 random characters (contract-assets 0.1).
 * The alphabet leaves out 0, 1, I, O and l, which people mix up.
 */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const RANDOM_LENGTH = 21;

/** The largest multiple of the alphabet's size below 256: bytes from there on would favour the first letters. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

/** What a uid names, and the letters that it starts with. */
export const UID_PREFIX = {
  asset: 'a',
  version: 'v',
  permissionAssignment: 'p',
  assetFile: 'af',
  importTask: 'i',
  exportTask: 'e',
  exportSettings: 'es',
  snapshot: 's',
  subscription: 'b',
  tag: 't',
  hook: 'h',
  hookLog: 'hl',
  pairedData: 'pd',
  attachment: 'att',
  user: 'u',
  application: 'c',
  apiToken: 'tok',
  collectorLink: 'cl',
  ownershipInvite: 'poi',
  ownershipTransfer: 'pot',
} as const;

export type UidPrefix = (typeof UID_PREFIX)[keyof typeof UID_PREFIX];

/** A source of random bytes, for example node:crypto's `randomBytes`. */
export type RandomBytes = (length: number) => Uint8Array;

/**
 * A new uid: `prefix` and 21 characters, each equally likely (about 122 bits).
 * Bytes that would make some letters likelier than others are thrown away and drawn again.
 */
export function makeUid(prefix: UidPrefix, randomBytes: RandomBytes): string {
  let uid: string = prefix;
  const length = prefix.length + RANDOM_LENGTH;
  while (uid.length < length) {
    for (const byte of randomBytes(length - uid.length)) {
      if (byte < FAIR_BYTES) uid += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return uid;
}
