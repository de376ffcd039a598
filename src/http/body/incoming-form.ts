import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { RequestNote } from '../request-note';
import type { FormFields, FormReceiver } from './multipart-form';

/** A body that nobody has read yet. It can be read once, in parts when it is multipart, else as a whole. */
export interface IncomingForm {
  readonly kind: 'multipart' | 'json' | 'other';
  /** @throws as `readMultipart` does */
  read(receiver: FormReceiver): Promise<FormFields>;
  /** What the JSON says. */
  readJson(): Promise<unknown>;
}

const forms = new RequestNote<IncomingForm>('form');

/** Written by the BodyReader alone. */
export function setIncomingForm(request: Request, form: IncomingForm): void {
  forms.leave(request, form);
}

/** The body of a route that says `TakesParts`. Throws when no guard let it in. */
export function incomingFormOf(request: Request): IncomingForm {
  const form = forms.of(request);
  if (form === undefined) throw new Error('The body of the request was not let in.');
  return form;
}

/** Hands it to a controller's method. */
export const UnreadForm = createParamDecorator((_: unknown, context: ExecutionContext) =>
  incomingFormOf(context.switchToHttp().getRequest<Request>()),
);
