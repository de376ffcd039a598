import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { FormFields, FormReceiver } from './multipart-form';

/** A multipart body that nobody has read yet. */
export interface IncomingForm {
  readonly isMultipart: boolean;
  /** Once. @throws as `readMultipart` does */
  read(receiver: FormReceiver): Promise<FormFields>;
}

const forms = new WeakMap<Request, IncomingForm>();

/** Written by the BodyReader alone. */
export function setIncomingForm(request: Request, form: IncomingForm): void {
  forms.set(request, form);
}

/** The body of a route that says `TakesParts`. */
export const UnreadForm = createParamDecorator((_: unknown, context: ExecutionContext) =>
  forms.get(context.switchToHttp().getRequest<Request>()),
);
