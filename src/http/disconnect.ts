import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';

/** Calls `done` once the response is sent or the client has disconnected. */
export function onClosed(response: Response, done: () => void): void {
  if (response.closed) done();
  else response.once('close', done);
}

/** Injects an `AbortSignal` that fires when the response is sent or the client disconnects. */
export const AbortOnDisconnect = createParamDecorator(
  (_: unknown, context: ExecutionContext): AbortSignal => {
    const response = context.switchToHttp().getResponse<Response>();
    const controller = new AbortController();
    onClosed(response, () => controller.abort());
    return controller.signal;
  },
);
