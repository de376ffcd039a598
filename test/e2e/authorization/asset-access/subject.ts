import type { Test } from 'supertest';
import type { AccessCell } from '../../../support/access-table';
import type { Caller } from '../../../support/app';
import type { Part, Target } from './target';

export interface RouteRequest {
  /** Written as in routes.txt. */
  readonly path: string;
  readonly send: (caller: Caller, target: Target) => Test;
  /** The response differs the second time, so that every caller needs an asset with these parts. */
  readonly ownTarget?: { readonly isDraft?: true; readonly parts: readonly Part[] };
}

/** Access to one kind of resource: table rows and the request of each route. */
export interface Subject {
  readonly table: readonly AccessCell[];
  readonly requests: Readonly<Record<string, RouteRequest>>;
}
