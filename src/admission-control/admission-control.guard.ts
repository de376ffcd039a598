import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { requirementsOf } from '../authorization/policy';
import { accessOf } from '../authorization/request-actor';
import { RequestAbortedError } from '../domain/errors';
import { exportMemory } from '../domain/export/export-memory';
import type { AssetAccess } from '../domain/permission/asset-access';
import { SubmissionSizes } from '../events/subscribers.port';
import { ResponseBudget } from './response-budget';
import { AdmissionController, callerOf } from './admission-controller';
import { onClosed } from '../http/reply';

/**
 * Admits requests once their body is read. A slot is released when the response head is written, so that slow readers
 * do not occupy one; `StreamsInFlight` limits those. Memory of large responses is held until they are sent.
 */
@Injectable()
export class AdmissionControlGuard implements CanActivate {
  constructor(
    private readonly controller: AdmissionController,
    private readonly budget: ResponseBudget,
    private readonly sizes: SubmissionSizes,
  ) {}

  /** @throws UnavailableError after the queue timeout; RequestAbortedError when the client disconnects */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { priority, isAdmittedBySize } = requirementsOf(context.getHandler());
    if (priority === 'immediate') return true;
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    const onDisconnect = (callback: () => void): void => onClosed(response, callback);
    const caller = callerOf(http.getRequest<Request>());
    // Before a slot is taken, which would be held while waiting for memory.
    if (isAdmittedBySize) {
      const access = accessOf(http.getRequest<Request>()) as AssetAccess<'view_submissions'>;
      const memory = exportMemory(await this.sizes.of(access));
      onClosed(response, await this.budget.acquire(caller, memory, onDisconnect));
    }
    const release = await this.controller.acquire(priority, caller, onDisconnect);
    onHeadWritten(response, release);
    if (response.closed) throw new RequestAbortedError();
    return true;
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
