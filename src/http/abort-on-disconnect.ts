import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { onClosed } from './on-closed';

/** Injects an `AbortSignal` that fires when the response is sent or the client disconnects. */
export const AbortOnDisconnect = createParamDecorator(
  (_: unknown, context: ExecutionContext): AbortSignal => {
    const response = context.switchToHttp().getResponse<Response>();
    const controller = new AbortController();
    onClosed(response, () => controller.abort());
    return controller.signal;
  },
);
