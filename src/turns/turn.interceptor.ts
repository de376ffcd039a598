import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { actorOf } from '../access/request-actor';
import { SERVED, type Served } from '../access/served';
import { addressBlock } from '../domain/account/client-address';
import { InvalidError } from '../domain/errors';
import { Reply } from '../http/reply';
import { StreamedBody } from '../http/streaming/streamed-body';
import { StreamsInFlight } from './streams-in-flight';
import { Turns } from './turns';

/**
 * Lets requests in turn by turn, once their body is there. A turn lasts until the answer begins: how slowly it is taken
 * then is its reader's affair, who may have only so many under way.
 */
@Injectable()
export class TurnInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly turns: Turns,
    private readonly streams: StreamsInFlight,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const caller = callerOf(request);
    const served = this.reflector.get<Served | undefined>(SERVED, context.getHandler()) ?? 'ordinary';
    if (served !== 'at-once') onBegin(response, await this.turns.take(served, caller));
    // Nobody waits any more for what a long line was stood in for.
    if (response.closed) throw new InvalidError('The request was cut off before its end.');
    return next.handle().pipe(
      map((value: unknown) => {
        if (isStreamed(value)) onClosed(response, this.streams.open(caller));
        return value;
      }),
    );
  }
}

function isStreamed(value: unknown): boolean {
  return value instanceof StreamedBody || (value instanceof Reply && value.body instanceof StreamedBody);
}

function callerOf(request: Request): string {
  const actor = actorOf(request);
  return actor.kind === 'user' ? `user ${actor.id}` : addressBlock(request.ip);
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

function onClosed(response: Response, done: () => void): void {
  if (response.closed) done();
  else response.once('close', done);
}
