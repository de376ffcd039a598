import { normalizeFileName } from './attachment-matching';

export interface AttachmentHash {
  readonly name: string;
  readonly hash: string;
}

export interface IntakeFacts {
  /** `instanceHash` of the whole XML. */
  readonly xmlHash: string;
  readonly attachments: readonly AttachmentHash[];
}

export type IntakeDecision =
  | { readonly kind: 'insert' }
  /** All of it is stored already: 202. */
  | { readonly kind: 'duplicate' }
  /** Stored already except for these files: 201. */
  | { readonly kind: 'new-attachments'; readonly names: readonly string[] }
  /** Contradicts the stored submission; nothing is stored: 409. */
  | { readonly kind: 'conflict'; readonly message: string };

const CONTENT_CONFLICT: IntakeDecision = {
  kind: 'conflict',
  message: 'Submission with this instance ID already exists',
};
const ATTACHMENT_CONFLICT: IntakeDecision = {
  kind: 'conflict',
  message: 'Attachment with same name already exists',
};

/**
 * Compares an incoming submission with the stored one of the same asset and root uuid (contract-data 4.6, decision 17).
 * File names are compared in NFC.
 * @param stored undefined if there is none
 */
export function decideIntake(stored: IntakeFacts | undefined, incoming: IntakeFacts): IntakeDecision {
  if (stored !== undefined && stored.xmlHash !== incoming.xmlHash) return CONTENT_CONFLICT;
  const hashByName = new Map(stored?.attachments.map(({ name, hash }) => [normalizeFileName(name), hash]));
  const names: string[] = [];
  for (const { name, hash } of incoming.attachments) {
    const normalized = normalizeFileName(name);
    const storedHash = hashByName.get(normalized);
    if (storedHash === undefined) {
      hashByName.set(normalized, hash);
      names.push(name);
    } else if (storedHash !== hash) {
      return ATTACHMENT_CONFLICT;
    }
  }
  if (stored === undefined) return { kind: 'insert' };
  return names.length === 0 ? { kind: 'duplicate' } : { kind: 'new-attachments', names };
}

/** Matches of a `deprecatedID` within the asset. */
interface EditTarget {
  /** Number of submissions with this current id; above 1 only for imported data. */
  readonly current: number;
  /** True for a former id of a submission that has been edited since. */
  readonly past: boolean;
}

type EditDecision =
  { readonly kind: 'edit' } | { readonly kind: 'not-found' | 'gone' | 'conflict'; readonly message: string };

/**
 * Decides on an edit (contract-data 4.5, 4.7). The `deprecatedID` is an optimistic lock: of concurrent edits one wins, the
 * others get `gone`. Call `decideIntake` first: a resubmission of the same XML is not an edit.
 */
export function decideEdit({ current, past }: EditTarget): EditDecision {
  if (current === 1) return { kind: 'edit' };
  if (current > 1) {
    return {
      kind: 'conflict',
      message: 'Invalid submission - deprecatedID matches several submissions. Delete the duplicates first.',
    };
  }
  return past
    ? { kind: 'gone', message: 'Invalid submission - deprecatedID refers to an old version' }
    : { kind: 'not-found', message: 'Invalid submission - deprecatedID not found' };
}
