import type { Request } from 'express';

/** Whether a person is looking: the Accept header is led by HTML, as browsers send it and programs do not (decision 10). */
export function prefersPage(request: Request): boolean {
  return /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(request.headers.accept ?? '');
}
