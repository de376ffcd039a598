import type { Request } from 'express';
import type { Failure } from './failure';

/** How one protocol words its errors. */
export interface ErrorDialect {
  /** Whether this request is of the protocol. */
  speaks(request: Request): boolean;
  headers(failure: Failure): Readonly<Record<string, string>>;
  /** An object becomes JSON; text is sent as it is. */
  body(failure: Failure): object | string;
}
