import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { RequestState } from '../request-state';
import type { FormFields, MultipartReceiver } from './multipart-parser';

/** Unread request body. It can be read once: in parts when multipart, else as a whole. */
export interface IncomingForm {
  readonly kind: 'multipart' | 'json' | 'other';
  read(receiver: MultipartReceiver): Promise<FormFields>;
  readJson(): Promise<unknown>;
}

const forms = new RequestState<IncomingForm>('form');

/** Written by the BodyReader only. */
export function setIncomingForm(request: Request, form: IncomingForm): void {
  forms.set(request, form);
}

/** Returns the body of a `AcceptsParts` route. Throws before the guard has admitted the request. */
export function incomingFormOf(request: Request): IncomingForm {
  const form = forms.get(request);
  if (form === undefined) throw new Error('The request body was not admitted by the guard.');
  return form;
}

export const UnreadForm = createParamDecorator((_: unknown, context: ExecutionContext) =>
  incomingFormOf(context.switchToHttp().getRequest<Request>()),
);
