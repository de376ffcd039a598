import { comparableName } from './attachment-matching';

/** A file's name as sent, and a hash of its bytes. */
export interface AttachmentHash {
  readonly name: string;
  readonly hash: string;
}

/** What a submission is compared by. */
export interface IntakeFacts {
  /** `instanceHash` of the whole XML. */
  readonly xmlHash: string;
  readonly attachments: readonly AttachmentHash[];
}

/** What to do with a submission that came in. */
export type IntakeDecision =
  | { readonly kind: 'insert' }
  /** All of it is stored: 202. */
  | { readonly kind: 'duplicate' }
  /** Stored, but for these files, to be added to it: 201. */
  | { readonly kind: 'new-attachments'; readonly names: readonly string[] }
  /** It contradicts what is stored, and nothing of it is kept: 409. */
  | { readonly kind: 'conflict'; readonly message: string };

const OTHER_CONTENT: IntakeDecision = {
  kind: 'conflict',
  message: 'Submission with this instance ID already exists',
};
const OTHER_BYTES: IntakeDecision = {
  kind: 'conflict',
  message: 'Attachment with same name already exists',
};

/**
 * Decides on an incoming submission against the one of the same asset and root uuid (contract-data 4.6, decision 17).
 * `stored` is undefined when there is none. File names are equal when they look alike.
 */
export function decideIntake(stored: IntakeFacts | undefined, incoming: IntakeFacts): IntakeDecision {
  if (stored !== undefined && stored.xmlHash !== incoming.xmlHash) return OTHER_CONTENT;
  const known = new Map(stored?.attachments.map(({ name, hash }) => [comparableName(name), hash]));
  const names: string[] = [];
  for (const { name, hash } of incoming.attachments) {
    const comparable = comparableName(name);
    const knownHash = known.get(comparable);
    if (knownHash === undefined) {
      known.set(comparable, hash);
      names.push(name);
    } else if (knownHash !== hash) {
      return OTHER_BYTES;
    }
  }
  if (stored === undefined) return { kind: 'insert' };
  return names.length === 0 ? { kind: 'duplicate' } : { kind: 'new-attachments', names };
}
