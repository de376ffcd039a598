/** Where the identifier that an edit wants to replace was found, within the asset. */
export interface EditTarget {
  /** How many submissions bear it now; more than one only among data taken over from elsewhere. */
  readonly current: number;
  /** It belonged to a submission that has been edited since. */
  readonly past: boolean;
}

/** What to do with an instance that carries a `deprecatedID`. */
export type EditDecision =
  { readonly kind: 'edit' } | { readonly kind: 'not-found' | 'gone' | 'conflict'; readonly message: string };

/**
 * Decides on an edit (contract-data 4.5, 4.7): the `deprecatedID` is an optimistic lock, so of several edits of the same
 * state one wins and the others are told that it is gone. Ask `decideIntake` first: the same XML sent again is no edit.
 */
export function decideEdit({ current, past }: EditTarget): EditDecision {
  if (current === 1) return { kind: 'edit' };
  if (current > 1) {
    return {
      kind: 'conflict',
      message: 'Invalid submission - deprecatedID is borne by several submissions. Delete the doubles first.',
    };
  }
  return past
    ? { kind: 'gone', message: 'Invalid submission - deprecatedID refers to an old version' }
    : { kind: 'not-found', message: 'Invalid submission - deprecatedID not found' };
}
