import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Served } from '../authorization/served';
import { CutOffError } from '../domain/errors';
import { onClosed } from '../http/on-closed';
import { callerOf } from './caller';
import { Turns } from './turns';

/**
 * Lets requests in turn by turn, once their body is there, whichever way they come. A turn lasts until the answer begins:
 * how slowly it is taken then is its reader's affair, who may have only so many under way.
 */
@Injectable()
export class TurnTaking {
  constructor(private readonly turns: Turns) {}

  /** @throws UnavailableError when the turn does not come in time; CutOffError when nobody waits for it any more */
  async take(request: Request, response: Response, served: Served): Promise<void> {
    if (served === 'at-once') return;
    const left = (leave: () => void): void => onClosed(response, leave);
    onBegin(response, await this.turns.take(served, callerOf(request), left));
    // Nobody waits any more for what a long line was stood in for.
    if (response.closed) throw new CutOffError();
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
