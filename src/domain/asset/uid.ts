/** Omits 0, 1, I, O and l, which are easily confused. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const RANDOM_LENGTH = 21;

/** Rejection sampling: bytes from here on would bias the distribution towards the first letters. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

/** Prefix of the uids of each resource (contract-assets 0.1). */
export const UID_PREFIX = {
  asset: 'a',
  version: 'v',
  permissionAssignment: 'p',
  assetFile: 'af',
  importTask: 'i',
  migrationTask: 'm',
  exportTask: 'e',
  exportSettings: 'es',
  snapshot: 's',
  subscription: 'b',
  tag: 't',
  hook: 'h',
  hookLog: 'hl',
  pairedData: 'pd',
  attachment: 'att',
  questionFeature: 'qaf',
  user: 'u',
  application: 'c',
  apiToken: 'tok',
  collectorLink: 'cl',
  organization: 'org',
  projectView: 'pv',
  entityList: 'el',
  inAppMessage: 'iam',
  ownershipInvite: 'poi',
  ownershipTransfer: 'pot',
} as const;

export type UidPrefix = (typeof UID_PREFIX)[keyof typeof UID_PREFIX];

/** Source of random bytes, such as `randomBytes` of node:crypto. */
export type RandomBytes = (length: number) => Uint8Array;

/**
 * Generates a uid: the prefix and 21 uniformly distributed characters (about 122 bits), by rejection sampling
 * (contract-assets 0.1).
 */
export function generateUid(prefix: UidPrefix, randomBytes: RandomBytes): string {
  let uid: string = prefix;
  const length = prefix.length + RANDOM_LENGTH;
  while (uid.length < length) {
    for (const byte of randomBytes(length - uid.length)) {
      if (byte < FAIR_BYTES) uid += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return uid;
}
