import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { UploadedFile } from '../../domain/file/uploaded-file';
import { RequestNote } from '../request-note';

const files = new RequestNote<UploadedFile>('file');

/** Written by the BodyReader alone. */
export function setUploadedFile(request: Request, file: UploadedFile): void {
  files.leave(request, file);
}

/** The file of a route that says `TakesFile`; undefined when none was sent. */
export const SentFile = createParamDecorator((_: unknown, context: ExecutionContext) =>
  files.of(context.switchToHttp().getRequest<Request>()),
);
