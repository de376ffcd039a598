import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { demandsOf } from '../access/route-demands';
import { InvalidError } from '../domain/errors';
import { callerOf } from './caller';
import { onClosed } from './on-closed';
import { Turns } from './turns';

/**
 * Lets requests in turn by turn, once their body is there. A turn lasts until the answer begins: how slowly it is taken
 * then is its reader's affair, who may have only so many under way.
 */
@Injectable()
export class TurnGuard implements CanActivate {
  constructor(private readonly turns: Turns) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { served } = demandsOf(context.getHandler());
    if (served === 'at-once') return true;
    const response = context.switchToHttp().getResponse<Response>();
    const request = context.switchToHttp().getRequest<Request>();
    onBegin(response, await this.turns.take(served, callerOf(request)));
    // Nobody waits any more for what a long line was stood in for.
    if (response.closed) throw new InvalidError('The request was cut off before its end.');
    return true;
  }
}

/** Calls `begun` once, when the head of the answer is written or nobody waits for it any more. */
function onBegin(response: Response, begun: () => void): void {
  let done = false;
  const once = (): void => {
    if (!done) begun();
    done = true;
  };
  const write = response.writeHead.bind(response) as (...head: unknown[]) => Response;
  response.writeHead = ((...head: unknown[]) => {
    once();
    return write(...head);
  }) as typeof response.writeHead;
  onClosed(response, once);
}
