import type { IncomingMessage } from 'node:http';
import { SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import type { Actor } from '../domain/account/actor';
import type { KeptBody } from '../http/kept-body';
import type { Reply } from '../http/reply';

/** Where a door's method stands. */
export const DOOR = 'door';

/** The verb and the path of the route behind a door's method. */
export interface DoorPlace {
  readonly method: 'GET' | 'POST';
  /** Without the first slash. */
  readonly path: string;
}

type Answer = Promise<Reply | KeptBody>;

/** Serves a request that was let in. */
export type DoorHandler = (actor: Actor, request: Request) => Answer;

/** The same where the policy is on an asset: the proof comes first, as to a controller's method. */
export type ProvenDoorHandler = (access: never, actor: Actor, request: Request) => Answer;

/**
 * Stands before Express in front of routes that are asked more often than all others, and serves those of their requests
 * that need little. Each method of a door that says where it stands declares what its route declares; every request that
 * is not plain goes the general way, untouched.
 */
export abstract class Door {
  /** Told by the head of a request alone. @param params of the path, as they were sent */
  abstract isPlain(request: IncomingMessage, params: Readonly<Record<string, string>>): boolean;
}

/**
 * The method of a door serves a verb on a path that is a route's: the parameters are in `request.params`. HEAD goes the
 * general way.
 */
export const InFrontOf =
  (method: DoorPlace['method'], path: string) =>
  <Method extends DoorHandler | ProvenDoorHandler>(
    target: Door,
    name: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata<string, DoorPlace>(DOOR, { method, path })(target, name, descriptor);
  };
