import type { Application } from '../../domain/oauth/application';
import { OAUTH_SCOPES } from '../../domain/oauth/scope';
import { wireDate } from '../../domain/text/wire-date';
import { Reply } from '../../http/reply';
import type { Links } from '../../http/url/links';
import type { RegisteredApplication } from './application.service';
import type { AuthorizedApplication } from './authorization.service';

export function presentApplication(links: Links, application: Application) {
  return {
    url: links.application(application.clientId),
    client_id: application.clientId,
    name: application.name,
    client_type: application.clientType,
    authorization_grant_type: 'authorization-code',
    redirect_uri: application.redirectUris.join(' '),
    redirect_uris: application.redirectUris,
    date_created: wireDate(application.dateCreated),
    date_modified: wireDate(application.dateModified),
  };
}

/** The only response with the secret; not cacheable. */
export function presentRegistration(links: Links, { application, secret }: RegisteredApplication) {
  const body = {
    ...presentApplication(links, application),
    ...(secret !== undefined && { client_secret: secret }),
  };
  return new Reply(201, body, { 'Cache-Control': 'no-store' });
}

export function presentAuthorizedApplication(links: Links, authorized: AuthorizedApplication) {
  return {
    url: links.authorizedApplication(authorized.clientId),
    client_id: authorized.clientId,
    name: authorized.name,
    scope: OAUTH_SCOPES.filter((scope) => authorized.scopes.includes(scope)).join(' '),
    date_authorized: wireDate(authorized.firstAuthorized),
    date_last_token: authorized.lastIssued === null ? null : wireDate(authorized.lastIssued),
  };
}
