import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Request } from 'express';
import { UNCHANGED } from '../kept-body';

const Asked = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { headers } = context.switchToHttp().getRequest<Request>();
  const ifRange = headers['if-range'];
  return {
    range: headers.range,
    ifRange: typeof ifRange === 'string' ? ifRange : undefined,
    ifNoneMatch: headers['if-none-match'],
  };
});

const BYTES = { type: 'string', format: 'binary' } as const;

/** What the headers say about the part of a file that is asked for. Describes what is answered to such headers. */
export function AskedRange(): ParameterDecorator {
  return (controller, name, index) => {
    const handler = Object.getOwnPropertyDescriptor(controller, name!)!;
    const describe: MethodDecorator[] = [
      ApiResponse({ status: 206, description: 'The part that `Range` asks for.', schema: BYTES }),
      ApiResponse(UNCHANGED),
      ApiResponse({ status: 416, description: 'The file is shorter than what `Range` asks for.' }),
    ];
    for (const decorate of describe) decorate(controller, name!, handler);
    Asked()(controller, name, index);
  };
}
