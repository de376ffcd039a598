import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { UploadedFile } from '../../domain/file/uploaded-file';

const files = new WeakMap<Request, UploadedFile>();

/** Written by the BodyReader alone. */
export function setUploadedFile(request: Request, file: UploadedFile): void {
  files.set(request, file);
}

/** The file of a route that says `TakesFile`; undefined when none was sent. */
export const SentFile = createParamDecorator((_: unknown, context: ExecutionContext) =>
  files.get(context.switchToHttp().getRequest<Request>()),
);
