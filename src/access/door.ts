import type { IncomingMessage } from 'node:http';
import { SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import type { Actor } from '../domain/account/actor';
import type { Reply } from '../http/reply';

/** Where a door's method stands. */
export const DOOR = 'door';

/** Serves a request that was let in. */
export type DoorHandler = (actor: Actor, request: Request) => Promise<Reply>;

/**
 * Stands before Express in front of routes that are asked more often than all others, and serves those of their requests
 * that need little. Each method of a door that says where it stands declares what its route declares; every request that
 * is not plain goes the general way, untouched.
 */
export abstract class Door {
  /** Told by the head of a request alone. */
  abstract isPlain(request: IncomingMessage): boolean;
}

type DoorMethod = TypedPropertyDescriptor<DoorHandler>;

/** The method of a door serves POST on a path that is a route's: the parameters are in `request.params`. */
export const InFrontOf =
  (path: string) =>
  (target: Door, name: string, descriptor: DoorMethod): void => {
    SetMetadata(DOOR, path)(target, name, descriptor);
  };
