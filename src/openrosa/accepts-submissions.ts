import { applyDecorators } from '@nestjs/common';
import { AccessInService, Priority } from '../authorization/policy';
import { AcceptsParts } from '../http/body/body-declaration';

/** Policies of every submission route. `signedIn`: authenticates before reading the body. */
export const AcceptsSubmissions = (options?: { signedIn: boolean }) =>
  applyDecorators(Priority('immediate'), AccessInService('add_submissions', options), AcceptsParts());
