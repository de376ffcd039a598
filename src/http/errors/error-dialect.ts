import type { Request } from 'express';
import type { Failure } from './failure';

/** Error format of one protocol. */
export interface ErrorDialect {
  /** Returns whether the request uses this protocol. */
  matches(request: Request): boolean;
  /** Overrides the status of the failure. */
  status?(failure: Failure, request: Request): number;
  headers(failure: Failure, request: Request): Readonly<Record<string, string>>;
  /** Objects are sent as JSON, text as it is. */
  body(failure: Failure, request: Request): object | string;
}
