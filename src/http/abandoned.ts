import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { onClosed } from './on-closed';

/** Hands a controller's method an AbortSignal of the moment from which nobody waits for the answer any more. */
export const Abandoned = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal => {
  const response = context.switchToHttp().getResponse<Response>();
  const controller = new AbortController();
  onClosed(response, () => controller.abort());
  return controller.signal;
});
