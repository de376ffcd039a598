import { applyDecorators } from '@nestjs/common';
import { AccessInService } from '../authorization/policy';
import { Priority } from '../authorization/priority';
import { AcceptsParts } from '../http/body/body-declaration';
import { FastPath } from '../http/routing/fast-path';

/** Policies of every submission route, on the fast path. `signedIn`: authenticates before reading the body. */
export const AcceptsSubmissions = (options?: { signedIn: boolean }) =>
  applyDecorators(
    FastPath(),
    Priority('immediate'),
    AccessInService('add_submissions', options),
    AcceptsParts(),
  );
