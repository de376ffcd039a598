import type { Test } from 'supertest';
import type { AccessCell } from '../../../support/access-table';
import type { Caller } from '../../../support/app';
import type { Part, Target } from './target';

export interface Asked {
  /** As routes.txt writes it. */
  readonly path: string;
  readonly send: (caller: Caller, target: Target) => Test;
  /** The answer would differ the second time, so that every caller needs an asset of its own, with these below it. */
  readonly once?: { readonly isDraft?: true; readonly parts: readonly Part[] };
}

/** Who may do what about one subject: the rows of a table, and how each is asked. */
export interface Subject {
  readonly table: readonly AccessCell[];
  readonly asked: Readonly<Record<string, Asked>>;
}
