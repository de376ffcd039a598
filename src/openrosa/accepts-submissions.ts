import { applyDecorators } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiConflictResponse,
  ApiConsumes,
  ApiCreatedResponse,
  ApiMethodNotAllowedResponse,
} from '@nestjs/swagger';
import { AccessInService, Priority } from '../authorization/policy';
import { AcceptsParts } from '../http/body/body-declaration';
import { RECEIPT_RESPONSE, SUBMISSION_BODY } from './openrosa-schemas';

/** Policies, body and responses of every submission route. `signedIn`: authenticates before reading the body. */
export const AcceptsSubmissions = (options?: { signedIn: boolean }) =>
  applyDecorators(
    Priority('immediate'),
    AccessInService('add_submissions', options),
    AcceptsParts(),
    ApiConsumes('multipart/form-data', 'application/json'),
    ApiBody(SUBMISSION_BODY),
    ApiCreatedResponse({ description: 'Stored.', ...RECEIPT_RESPONSE }),
    ApiAcceptedResponse({ description: 'Duplicate: everything was already stored.', ...RECEIPT_RESPONSE }),
    ApiMethodNotAllowedResponse({ description: 'The form does not accept submissions.' }),
    ApiConflictResponse({ description: 'Another submission has the same instanceID.' }),
  );
