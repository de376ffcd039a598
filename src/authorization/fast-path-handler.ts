import type { IncomingMessage } from 'node:http';
import { SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import type { Actor } from '../domain/account/actor';
import type { CachedResponse } from '../http/cached-response';
import type { Reply } from '../http/reply';

export const FAST_PATH = 'fast-path';

export interface FastPathTarget {
  readonly method: 'GET' | 'POST';
  /** Without the leading slash. */
  readonly path: string;
}

type FastPathResponse = Promise<Reply | CachedResponse>;

export type FastPathMethod = (actor: Actor, request: Request) => FastPathResponse;

/** Method with a policy on an asset: takes the proof of access first, as a controller method does. */
export type AssetFastPathMethod = (access: never, actor: Actor, request: Request) => FastPathResponse;

/**
 * Serves simple requests of the busiest routes before Express. Each `@FastPath` method repeats the decorators of its
 * route; requests that it cannot handle go to the controller, untouched (decision 103).
 */
export abstract class FastPathHandler {
  /** Decides from the request head only. @param params of the path, as sent */
  abstract canHandle(request: IncomingMessage, params: Readonly<Record<string, string>>): boolean;
}

/** Serves this verb and path, with path parameters in `request.params`; HEAD stays with the controller. */
export const FastPath =
  (method: FastPathTarget['method'], path: string) =>
  <Method extends FastPathMethod | AssetFastPathMethod>(
    target: FastPathHandler,
    name: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata<string, FastPathTarget>(FAST_PATH, { method, path })(target, name, descriptor);
  };
