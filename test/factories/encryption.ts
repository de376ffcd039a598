import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHash,
  createPublicKey,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import type { SentFile } from './submission.factory';

// Encryption of ODK's XForms specification: what Collect does, and ODK Briefcase with the private key.

const FILE = 'submission.xml';
const SEALED = '.enc';
const BLOCK = 16;

export interface PlainFile {
  readonly name: string;
  readonly content: Buffer;
}

export interface EncryptedSubmission {
  /** XML of the manifest. */
  readonly manifest: string;
  readonly files: readonly SentFile[];
}

/**
 * Encrypts a submission as a collector does.
 * @param publicKey `base64RsaPublicKey` of the form
 */
export function encryptSubmission(
  { formId, version, instanceId }: { formId: string; version: string; instanceId: string },
  publicKey: string,
  { xml, media }: { xml: string; media: readonly PlainFile[] },
): EncryptedSubmission {
  const rsa = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  const key = randomBytes(32);
  const nextVector = vectors(instanceId, key);
  const plain = [...media, { name: FILE, content: Buffer.from(xml) }];
  const files = plain.map(({ name, content }) => {
    const cipher = createCipheriv('aes-256-cfb', key, nextVector());
    const sealed = Buffer.concat([cipher.update(pad(content)), cipher.final()]);
    return { name: name + SEALED, content: sealed, type: 'application/octet-stream' };
  });
  const sealedKey = encryptOaep(rsa, key).toString('base64');
  const digest = signedDigest([formId, version, sealedKey, instanceId], plain);
  const manifest =
    `<data xmlns="http://opendatakit.org/submissions" encrypted="yes" id="${formId}" version="${version}">` +
    `<base64EncryptedKey>${sealedKey}</base64EncryptedKey>` +
    `<orx:meta xmlns:orx="http://openrosa.org/xforms"><orx:instanceID>${instanceId}</orx:instanceID></orx:meta>` +
    media.map(({ name }) => `<media><file>${name}${SEALED}</file></media>`).join('') +
    `<encryptedXmlFile>${FILE}${SEALED}</encryptedXmlFile>` +
    `<base64EncryptedElementSignature>${encryptOaep(rsa, digest).toString('base64')}</base64EncryptedElementSignature></data>`;
  return { manifest, files };
}

/** Decrypts a submission. @throws Error if its signature does not hold */
export function decryptSubmission(
  privateKey: KeyObject,
  manifest: string,
  files: ReadonlyMap<string, Buffer>,
): { readonly xml: string; readonly media: readonly PlainFile[] } {
  const text = (name: string): string => new RegExp(`<${name}[^>]*>([^<]*)</${name}>`).exec(manifest)![1]!;
  const attribute = (name: string): string => new RegExp(`<data[^>]* ${name}="([^"]*)"`).exec(manifest)![1]!;
  const sealedKey = text('base64EncryptedKey');
  const instanceId = text('orx:instanceID');
  const key = decryptOaep(privateKey, Buffer.from(sealedKey, 'base64'));
  const nextVector = vectors(instanceId, key);
  const names = [
    ...[...manifest.matchAll(/<file>([^<]*)<\/file>/g)].map(([, name]) => name!),
    text('encryptedXmlFile'),
  ];
  const plain = names.map((name) => {
    const decipher = createDecipheriv('aes-256-cfb', key, nextVector());
    const content = unpad(Buffer.concat([decipher.update(files.get(name)!), decipher.final()]));
    return { name: name.slice(0, -SEALED.length), content };
  });
  const signature = Buffer.from(text('base64EncryptedElementSignature'), 'base64');
  const digest = signedDigest([attribute('id'), attribute('version'), sealedKey, instanceId], plain);
  if (!decryptOaep(privateKey, signature).equals(digest)) throw new Error('The signature does not hold.');
  return { xml: plain.at(-1)!.content.toString(), media: plain.slice(0, -1) };
}

/** Initialization vectors, one per file: each increments the next byte of the seed. */
function vectors(instanceId: string, key: Buffer): () => Buffer {
  const seed = createHash('md5').update(instanceId).update(key).digest();
  let file = 0;
  return () => {
    const at = file++ % seed.length;
    seed[at] = (seed[at]! + 1) % 256;
    return Buffer.from(seed);
  };
}

function signedDigest(facts: readonly string[], files: readonly PlainFile[]): Buffer {
  const lines = [
    ...facts,
    ...files.map(({ name, content }) => `${name}::${createHash('md5').update(content).digest('hex')}`),
  ];
  return createHash('md5')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest();
}

/** PKCS #5 padding, which Node.js does not add in CFB mode. */
function pad(content: Buffer): Buffer {
  const length = BLOCK - (content.length % BLOCK);
  return Buffer.concat([content, Buffer.alloc(length, length)]);
}

function unpad(content: Buffer): Buffer {
  return content.subarray(0, content.length - content.at(-1)!);
}

const HASH_BYTES = 32;
const LABEL_HASH = createHash('sha256').digest();

/** RSA-OAEP with SHA-256 and, unlike that of Node.js, MGF1 with SHA-1, the default of Java (RFC 8017, 7.1). */
function encryptOaep(key: KeyObject, message: Buffer): Buffer {
  const bytes = key.asymmetricKeyDetails!.modulusLength! / 8;
  const zeros = Buffer.alloc(bytes - message.length - 2 * HASH_BYTES - 2);
  const seed = randomBytes(HASH_BYTES);
  const block = xorMask(Buffer.concat([LABEL_HASH, zeros, Buffer.from([1]), message]), seed);
  const padded = Buffer.concat([Buffer.from([0]), xorMask(seed, block), block]);
  return publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, padded);
}

function decryptOaep(key: KeyObject, sealed: Buffer): Buffer {
  const padded = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, sealed);
  const block = padded.subarray(1 + HASH_BYTES);
  const seed = xorMask(padded.subarray(1, 1 + HASH_BYTES), block);
  const plain = xorMask(block, seed);
  if (!plain.subarray(0, HASH_BYTES).equals(LABEL_HASH)) throw new Error('Another key encrypted this.');
  return plain.subarray(plain.indexOf(1, HASH_BYTES) + 1);
}

/** MGF1 with SHA-1. */
function xorMask(bytes: Buffer, seed: Buffer): Buffer {
  const counter = Buffer.alloc(4);
  const mask: Buffer[] = [];
  for (let count = 0; count * 20 < bytes.length; count += 1) {
    counter.writeUInt32BE(count);
    mask.push(createHash('sha1').update(seed).update(counter).digest());
  }
  const joined = Buffer.concat(mask);
  return Buffer.from(bytes.map((byte, index) => byte ^ joined[index]!));
}
