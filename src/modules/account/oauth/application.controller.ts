import { Body, Controller, Param } from '@nestjs/common';
import { ApiTags, ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { CurrentActor, OwnCredentials } from '../../../authorization/policy';
import type { UserActor } from '../../../domain/account/actor';
import { Endpoint } from '../../../http/endpoint';
import { PaginatedList } from '../../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../../http/url/links';
import {
  ApplicationService,
  type ApplicationChange,
  type NewApplication,
  type RegisteredApplication,
} from './application.service';
import {
  CLIENT_TYPES,
  type ClientType,
  type Application,
  readRedirectUris,
  OAUTH_SCOPES,
} from '../../../domain/oauth/application';
import { OneOf, OptionalText, ParsedBy, readText, RequiredText } from '../../../http/validation/field';
import { wireDate } from '../../../domain/text/wire-date';
import { Reply } from '../../../http/reply';
import { type AuthorizedApplication, AuthorizationService } from './authorization.service';

const CALLBACK = 'https://app.example/callback';
const GRANT_TYPES = ['authorization-code', 'authorization_code', 'authorization code'];

class CreateApplicationDto {
  @RequiredText(255)
  @ApiProperty({ example: 'Field dashboard' })
  name!: string;

  @OneOf(CLIENT_TYPES, { required: false })
  @ApiPropertyOptional({
    enum: CLIENT_TYPES,
    default: 'confidential',
    description: 'Client type. Public applications run on user devices, have no secret and must use PKCE.',
  })
  client_type?: ClientType;

  @OneOf(GRANT_TYPES, { required: false })
  @ApiPropertyOptional({ enum: GRANT_TYPES, default: 'authorization-code' })
  authorization_grant_type?: string;

  @ParsedBy((sent) => readRedirectUris(readText(sent)))
  @ApiPropertyOptional({
    type: String,
    example: CALLBACK,
    description: 'Redirect URI, or several separated by white space.',
  })
  redirect_uri?: string[];

  @ParsedBy(readRedirectUris)
  @ApiPropertyOptional({
    type: [String],
    example: [CALLBACK],
    description: 'List of redirect URIs, or text like `redirect_uri`; takes precedence over it.',
  })
  redirect_uris?: string[];

  toInput(): NewApplication {
    return {
      name: this.name.trim(),
      clientType: this.client_type ?? 'confidential',
      redirectUris: this.redirect_uris ?? this.redirect_uri ?? [],
    };
  }
}

class PatchApplicationDto extends PickType(CreateApplicationDto, ['redirect_uri', 'redirect_uris'] as const) {
  @OptionalText(255)
  @ApiPropertyOptional({ example: 'Field dashboard' })
  name?: string;

  toInput(): ApplicationChange {
    return { name: this.name?.trim(), redirectUris: this.redirect_uris ?? this.redirect_uri };
  }
}

class ApplicationDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/applications/cKqvwPmrQTNoCiBCi6rDtm/' })
  url!: string;
  @ApiProperty({ example: 'cKqvwPmrQTNoCiBCi6rDtm' }) client_id!: string;
  @ApiProperty({ example: 'Field dashboard' }) name!: string;
  @ApiProperty({ enum: CLIENT_TYPES }) client_type!: string;
  @ApiProperty({ example: 'authorization-code' }) authorization_grant_type!: string;
  @ApiProperty({ example: CALLBACK, description: 'All redirect URIs, separated by spaces.' })
  redirect_uri!: string;
  @ApiProperty({ type: [String], example: [CALLBACK] }) redirect_uris!: readonly string[];
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' }) date_created!: string;
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' }) date_modified!: string;
}

class RegisteredApplicationDto extends ApplicationDto {
  @ApiPropertyOptional({ description: 'Client secret of a confidential application; only in this response.' })
  client_secret?: string;
}

class AuthorizedApplicationDto {
  @ApiProperty({
    example: 'https://survey.example.org/api/v2/authorized_applications/cKqvwPmrQTNoCiBCi6rDtm/',
  })
  url!: string;
  @ApiProperty({ example: 'cKqvwPmrQTNoCiBCi6rDtm' }) client_id!: string;
  @ApiProperty({ example: 'Field dashboard' }) name!: string;
  @ApiProperty({ example: 'read write' }) scope!: string;
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' }) date_authorized!: string;
  @ApiProperty({ type: String, nullable: true, example: '2026-03-01T08:00:00.123000Z' })
  date_last_token!: string | null;
}

@ApiTags('OAuth2')
@Controller('api/v2/applications')
export class ApplicationController {
  constructor(private readonly applications: ApplicationService) {}

  @Endpoint('GET', { summary: "List the caller's OAuth2 applications", description: 'Oldest first.' })
  @OwnCredentials()
  async listApplications(
    @CurrentActor() actor: UserActor,
    @PaginatedList(ApplicationDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.applications.list(actor, page.window), (application) =>
      presentApplication(links, application),
    );
  }

  @Endpoint('POST', {
    summary: 'Create an OAuth2 application',
    description: 'Only this response contains the client secret.',
    returns: RegisteredApplicationDto,
    fails: { 400: 'Validation errors by field.' },
  })
  @OwnCredentials()
  async createApplication(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateApplicationDto,
    @ResponseLinks() links: Links,
  ) {
    return presentRegistration(links, await this.applications.register(actor, body.toInput()));
  }

  @Endpoint('GET :client', {
    summary: 'Get an OAuth2 application',
    returns: ApplicationDto,
    fails: { 404: 'The caller has no application with this client id.' },
  })
  @OwnCredentials()
  async getApplication(
    @CurrentActor() actor: UserActor,
    @Param('client') clientId: string,
    @ResponseLinks() links: Links,
  ) {
    return presentApplication(links, await this.applications.show(actor, clientId));
  }

  @Endpoint('PATCH :client', {
    summary: 'Update an OAuth2 application',
    description: 'Sets the name and the redirect URIs.',
    returns: ApplicationDto,
    fails: { 404: 'The caller has no application with this client id.' },
  })
  @OwnCredentials()
  async updateApplication(
    @CurrentActor() actor: UserActor,
    @Param('client') clientId: string,
    @Body() body: PatchApplicationDto,
    @ResponseLinks() links: Links,
  ) {
    const application = await this.applications.change(actor, clientId, body.toInput());
    return presentApplication(links, application);
  }

  @Endpoint('DELETE :client', {
    summary: 'Delete an OAuth2 application',
    description: 'Revokes all its grants and tokens.',
    fails: { 404: 'The caller has no application with this client id.' },
  })
  @OwnCredentials()
  deleteApplication(@CurrentActor() actor: UserActor, @Param('client') clientId: string) {
    return this.applications.remove(actor, clientId);
  }
}

function presentApplication(links: Links, application: Application) {
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
function presentRegistration(links: Links, { application, secret }: RegisteredApplication) {
  const body = {
    ...presentApplication(links, application),
    ...(secret !== undefined && { client_secret: secret }),
  };
  return new Reply(201, body, { 'Cache-Control': 'no-store' });
}

function presentAuthorizedApplication(links: Links, authorized: AuthorizedApplication) {
  return {
    url: links.authorizedApplication(authorized.clientId),
    client_id: authorized.clientId,
    name: authorized.name,
    scope: OAUTH_SCOPES.filter((scope) => authorized.scopes.includes(scope)).join(' '),
    date_authorized: wireDate(authorized.firstAuthorized),
    date_last_token: authorized.lastIssued === null ? null : wireDate(authorized.lastIssued),
  };
}

@ApiTags('OAuth2')
@Controller('api/v2/authorized_applications')
export class AuthorizedApplicationController {
  constructor(private readonly authorizations: AuthorizationService) {}

  @Endpoint('GET', { summary: 'List applications that the caller has authorized' })
  @OwnCredentials()
  async listAuthorizedApplications(
    @CurrentActor() actor: UserActor,
    @PaginatedList(AuthorizedApplicationDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.authorizations.listAuthorized(actor, page.window), (each) =>
      presentAuthorizedApplication(links, each),
    );
  }

  @Endpoint('DELETE :client', {
    summary: "Revoke an application's authorization",
    description: 'Revokes all grants of the caller to the application, and their tokens.',
    fails: { 404: 'The caller has not authorized the application.' },
  })
  @OwnCredentials()
  revokeAuthorizedApplication(@CurrentActor() actor: UserActor, @Param('client') clientId: string) {
    return this.authorizations.revoke(actor, clientId);
  }
}
