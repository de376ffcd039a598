import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { UploadedFile } from '../../domain/file/staged-file';

const files = new WeakMap<Request, UploadedFile>();

/** Written by the BodyReader only. */
export function setUploadedFile(request: Request, file: UploadedFile): void {
  files.set(request, file);
}

/** Injects the file of a `AcceptsFile` route; undefined when none was sent. */
export const SentFile = createParamDecorator((_: unknown, context: ExecutionContext) =>
  files.get(context.switchToHttp().getRequest<Request>()),
);
