import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { PriorityClass } from '../authorization/priority';
import { RequestAbortedError } from '../domain/errors';
import { onClosed } from '../http/on-closed';
import { AdmissionController } from './admission-controller';
import { callerOf } from './streams-in-flight';

/**
 * Admits requests once their body is read. A slot is released when the response head is written, so that slow readers
 * do not occupy one; `StreamsInFlight` limits those.
 */
@Injectable()
export class RequestAdmission {
  constructor(private readonly controller: AdmissionController) {}

  /** @throws UnavailableError after the queue timeout; RequestAbortedError when the client disconnects */
  async admit(request: Request, response: Response, priority: PriorityClass): Promise<void> {
    if (priority === 'immediate') return;
    const onDisconnect = (callback: () => void): void => onClosed(response, callback);
    onHeadWritten(response, await this.controller.acquire(priority, callerOf(request), onDisconnect));
    if (response.closed) throw new RequestAbortedError();
  }
}

function onHeadWritten(response: Response, callback: () => void): void {
  let done = false;
  const once = (): void => {
    if (!done) callback();
    done = true;
  };
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => Response;
  response.writeHead = ((...head: unknown[]) => {
    once();
    return writeHead(...head);
  }) as typeof response.writeHead;
  onClosed(response, once);
}
