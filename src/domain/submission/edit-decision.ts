/** Matches of a `deprecatedID` within the asset. */
export interface EditTarget {
  /** Number of submissions with this current id; above 1 only for imported data. */
  readonly current: number;
  /** True for a former id of a submission that has been edited since. */
  readonly past: boolean;
}

export type EditDecision =
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
