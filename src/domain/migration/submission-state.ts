import { hash } from 'node:crypto';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { SourceSubmission } from './source-types';

/** Changes when copies of earlier releases are to be stored anew: the second reads each by its own version. */
const STATE_FORMAT = 2;

/** SHA-256 of all that a source lists of a submission: another value means that it changed there. */
export function submissionFingerprint({ attachments, ...submission }: SourceSubmission): Buffer {
  const { uuid, rootUuid, submittedAt, submittedBy, validationStatus: status } = submission;
  const { notes = [], earlier = [] } = submission;
  const state = [
    STATE_FORMAT,
    uuid,
    rootUuid,
    submittedAt.getTime(),
    submittedBy,
    status && [status.uid, status.timestamp, status.by_whom],
    attachments.map(({ uid, name, deleted }) => [uid, name, deleted]),
    // Only where there are any, so that other fingerprints stay those of earlier releases.
    ...(notes.length + earlier.length === 0 ? [] : [notes, earlier]),
  ];
  return hash('sha256', JSON.stringify(state), 'buffer');
}

/**
 * SHA-256 (hex) of an instance in canonical form: without declaration, comments and layout between elements, with sorted
 * attributes.
 * @throws Error for malformed XML
 */
export function instanceDigest(xml: string): string {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const parts: string[] = [];
  /** Text since the last tag. */
  let text = '';
  let isLeaf = false;
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    if (text.trim() !== '') parts.push(JSON.stringify(text));
    text = '';
    isLeaf = true;
    const sorted = Object.entries(attributes).sort(([one], [other]) => (one < other ? -1 : 1));
    parts.push('<', name, JSON.stringify(sorted));
  });
  parser.on('text', (chunk) => (text += chunk));
  parser.on('cdata', (chunk) => (text += chunk));
  parser.on('closetag', () => {
    if (isLeaf || text.trim() !== '') parts.push(JSON.stringify(text));
    text = '';
    isLeaf = false;
    parts.push('>');
  });
  parser.write(xml).close();
  return hash('sha256', parts.join(''));
}

const MODULUS = 2n ** 256n;

/** Sum of digests, regardless of order, as 64 hex digits. */
export class DigestSum {
  private sum = 0n;

  add(digest: string): void {
    this.sum = (this.sum + BigInt(`0x${digest}`)) % MODULUS;
  }

  toString(): string {
    return this.sum.toString(16).padStart(64, '0');
  }
}
