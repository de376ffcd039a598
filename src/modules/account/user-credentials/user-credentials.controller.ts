import { Controller, Param } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags, ApiProperty } from '@nestjs/swagger';
import { CurrentActor, SuperuserOnly, OwnCredentials } from '../../../authorization/policy';
import type { UserActor } from '../../../domain/account/actor';
import { Endpoint } from '../../../http/endpoint';
import { PaginatedList } from '../../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../../http/url/links';
import { UserCredentialsService } from './user-credentials.service';
import { USER_CREDENTIAL_KINDS, type UserCredential } from '../../../domain/account/credential';
import { wireDate } from '../../../domain/text/wire-date';

const DATE = '2026-03-01T08:00:00.123000Z';

class UserCredentialDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/ann/credentials/session-7/' })
  url!: string;

  @ApiProperty({
    example: 'session-7',
    description:
      'Unique id per user: `default`, the uid of a token, `session-` and a number, or the client id of an application.',
  })
  uid!: string;

  @ApiProperty({ enum: USER_CREDENTIAL_KINDS, example: 'session' })
  kind!: string;

  @ApiProperty({ example: '', description: 'Name of the token or application; empty for other kinds.' })
  name!: string;

  @ApiProperty({ type: String, isArray: true, example: ['read', 'write'] })
  scopes!: string[];

  @ApiProperty({ example: DATE })
  date_created!: string;

  @ApiProperty({ type: String, nullable: true, example: null })
  date_expires!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Last use, to the minute; null: never, or not recorded.',
  })
  date_last_used!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '203.0.113.7',
    description: 'Client address at the sign-in of a session; null for other kinds.',
  })
  address!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    description: 'User-Agent header at the sign-in of a session; null for other kinds.',
  })
  user_agent!: string | null;
}

@ApiTags('Users')
@ApiForbiddenResponse({ description: 'The caller is not a superuser or uses a delegated credential.' })
@Controller('api/v2/users/:username/credentials')
export class UserCredentialsController {
  constructor(private readonly credentials: UserCredentialsService) {}

  @Endpoint('GET', {
    summary: "List a user's credentials",
    description: 'Tokens, sessions and authorized applications, newest first. For superusers.',
    fails: { 404: 'The user does not exist.' },
  })
  @SuperuserOnly()
  async listUserCredentials(
    @CurrentActor() actor: UserActor,
    @Param('username') username: string,
    @PaginatedList(UserCredentialDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.credentials.list(actor, username, page.window), (credential) =>
      presentUserCredential(links, username, credential),
    );
  }

  @Endpoint('DELETE', {
    summary: "Revoke all of a user's credentials",
    description: 'The password stays valid. For superusers.',
    fails: { 404: 'The user does not exist.' },
  })
  @SuperuserOnly()
  revokeAllUserCredentials(@CurrentActor() actor: UserActor, @Param('username') username: string) {
    return this.credentials.revokeAll(actor, username);
  }

  @Endpoint('DELETE :credential', {
    summary: "Revoke one of a user's credentials",
    description: 'For superusers.',
    fails: { 404: 'The user or the credential does not exist.' },
  })
  @SuperuserOnly()
  revokeUserCredential(
    @CurrentActor() actor: UserActor,
    @Param('username') username: string,
    @Param('credential') uid: string,
  ) {
    return this.credentials.revoke(actor, username, uid);
  }
}

/** Never contains a secret. */
function presentUserCredential(links: Links, username: string, credential: UserCredential) {
  return {
    url: links.credential(username, credential.uid),
    uid: credential.uid,
    kind: credential.kind,
    name: credential.name,
    scopes: credential.scopes,
    date_created: wireDate(credential.created),
    date_expires: credential.expires === null ? null : wireDate(credential.expires),
    date_last_used: credential.lastUsed === null ? null : wireDate(credential.lastUsed),
    address: credential.address,
    user_agent: credential.agent,
  };
}

@ApiTags('Account')
@Controller('me/credentials')
export class OwnCredentialsController {
  constructor(private readonly credentials: UserCredentialsService) {}

  @Endpoint('GET', {
    summary: "List the caller's credentials",
    description: 'Tokens, sessions and authorized applications, newest first.',
  })
  @OwnCredentials()
  async listOwnCredentials(
    @CurrentActor() actor: UserActor,
    @PaginatedList(UserCredentialDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    const { username } = actor;
    return presentPage(page, await this.credentials.list(actor, username, page.window), (credential) =>
      presentUserCredential(links, username, credential),
    );
  }

  @Endpoint('DELETE :credential', {
    summary: "Revoke one of the caller's credentials",
    fails: { 404: 'The credential does not exist.' },
  })
  @OwnCredentials()
  revokeOwnCredential(@CurrentActor() actor: UserActor, @Param('credential') uid: string) {
    return this.credentials.revoke(actor, actor.username, uid);
  }
}
