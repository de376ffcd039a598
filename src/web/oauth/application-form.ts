import { CLIENT_TYPES } from '../../domain/oauth/application';
import { readRedirectUris } from '../../domain/oauth/redirect-uri';
import type { NewApplication } from '../../modules/oauth/application.service';
import { textOf } from '../account/sign-in-form';

/** Reads the application form; the service validates it. */
export function readApplicationForm(body: Readonly<Record<string, unknown>>): NewApplication {
  return {
    name: textOf(body['name']).trim(),
    clientType: CLIENT_TYPES.find((type) => type === body['client_type']) ?? 'confidential',
    redirectUris: readRedirectUris(textOf(body['redirect_uri'])),
  };
}

export const EMPTY_APPLICATION: NewApplication = { name: '', clientType: 'confidential', redirectUris: [] };
