import type { Request } from 'express';
import type { Failure } from './failure';

/** How one protocol words its errors. */
export interface ErrorDialect {
  /** Whether this request is of the protocol. */
  speaks(request: Request): boolean;
  /** Another status than the failure's own; absent: never. */
  status?(failure: Failure, request: Request): number;
  headers(failure: Failure, request: Request): Readonly<Record<string, string>>;
  /** An object becomes JSON; text is sent as it is. */
  body(failure: Failure, request: Request): object | string;
}
