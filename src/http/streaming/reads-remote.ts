import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';

const IsRedirectOff = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<Request>().query['redirect'] === 'false',
);

const describeRedirect = ApiQuery({
  name: 'redirect',
  required: false,
  enum: ['true', 'false'],
  description: '`false`: the bytes of a remote file of at most 10 MB, instead of a redirect to it.',
});

/** Injects whether `redirect=false` asks for the bytes of a remote file, and documents the parameter (decision 168). */
export function ReadsRemote(): ParameterDecorator {
  return (controller, name, index) => {
    describeRedirect(controller, name!, Object.getOwnPropertyDescriptor(controller, name!)!);
    IsRedirectOff()(controller, name, index);
  };
}
