import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Request } from 'express';
import { NOT_MODIFIED } from '../cached-response';

const ReadRangeHeaders = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { headers } = context.switchToHttp().getRequest<Request>();
  const ifRange = headers['if-range'];
  return {
    range: headers.range,
    ifRange: typeof ifRange === 'string' ? ifRange : undefined,
    ifNoneMatch: headers['if-none-match'],
  };
});

const BYTES = { type: 'string', format: 'binary' } as const;

/** Injects the `Range`, `If-Range` and `If-None-Match` headers and documents 206, 304 and 416. */
export function RangeHeaders(): ParameterDecorator {
  return (controller, name, index) => {
    const handler = Object.getOwnPropertyDescriptor(controller, name!)!;
    const describe: MethodDecorator[] = [
      ApiResponse({ status: 206, description: 'Partial content: the bytes of `Range`.', schema: BYTES }),
      ApiResponse(NOT_MODIFIED),
      ApiResponse({ status: 416, description: 'The file is shorter than `Range`.' }),
    ];
    for (const decorate of describe) decorate(controller, name!, handler);
    ReadRangeHeaders()(controller, name, index);
  };
}
