import { Body, Controller, Param } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CurrentActor, OwnCredentials } from '../../../authorization/policy';
import type { UserActor, Scope } from '../../../domain/account/actor';
import { Endpoint } from '../../../http/endpoint';
import { PaginatedList } from '../../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../../http/url/links';
import { ApiTokenService, type TokenInput } from './api-token.service';
import { presentApiToken, presentCreatedApiToken } from '../account.presenter';
import { readScopes, SCOPES, readExpiry } from '../../../domain/account/credential';
import { ParsedBy, RequiredText, Unsupported } from '../../../http/validation/field';

class CreateApiTokenDto {
  @RequiredText(100)
  @ApiProperty({ example: 'nightly export', maxLength: 100 })
  name!: string;

  @ParsedBy(readScopes)
  @ApiPropertyOptional({
    enum: SCOPES,
    isArray: true,
    example: ['read'],
    description:
      'List, or text separated by white space or commas. `read` allows safe methods, `write` the others. Default: both.',
  })
  scopes?: Scope[];

  @Unsupported('Send `scopes`: without them the token may do everything.')
  @ApiPropertyOptional({ type: String, description: 'Not a field: 400. See `scopes`.' })
  scope?: never;

  @ParsedBy(readExpiry)
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: '2030-12-31T23:59:59Z',
    description: 'Expiry date; absent or null: never.',
  })
  date_expires?: Date | null;

  toInput(): TokenInput {
    return { name: this.name, scopes: this.scopes ?? [...SCOPES], expires: this.date_expires ?? null };
  }
}

class ApiTokenDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/tokens/tokBMZxx9tVfepvTRp3e9TwjZ/' })
  url!: string;

  @ApiProperty({ example: 'tokBMZxx9tVfepvTRp3e9TwjZ' })
  uid!: string;

  @ApiProperty({ example: 'nightly export' })
  name!: string;

  @ApiProperty({ enum: SCOPES, isArray: true, example: ['read'] })
  scopes!: Scope[];

  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' })
  date_created!: string;

  @ApiProperty({ type: String, nullable: true, example: null })
  date_expires!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Last use, accurate to the minute.',
  })
  date_last_used!: string | null;
}

class CreatedApiTokenDto extends ApiTokenDto {
  @ApiProperty({
    example: 'a'.repeat(40),
    pattern: '^[0-9a-f]{40}$',
    description: 'Key of the token; only in this response.',
  })
  token!: string;
}

@ApiTags('Credentials')
@ApiForbiddenResponse({ description: 'The caller uses a delegated credential.' })
@Controller('api/v2/tokens')
export class ApiTokenController {
  constructor(private readonly tokens: ApiTokenService) {}

  @Endpoint('GET', {
    summary: 'List API tokens',
    description: 'Newest first, without the default token, which is at `/token/`.',
  })
  @OwnCredentials()
  async listApiTokens(
    @CurrentActor() actor: UserActor,
    @PaginatedList(ApiTokenDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.tokens.list(actor, page.window), (token) =>
      presentApiToken(links, token),
    );
  }

  @Endpoint('POST', {
    summary: 'Create an API token',
    description: 'Only this response contains the key. A user has at most 100 tokens.',
    returns: CreatedApiTokenDto,
    fails: { 400: 'Validation errors by field, or too many tokens.' },
  })
  @OwnCredentials()
  async createApiToken(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateApiTokenDto,
    @ResponseLinks() links: Links,
  ) {
    return presentCreatedApiToken(links, await this.tokens.create(actor, body.toInput()));
  }

  @Endpoint('GET :token', {
    summary: 'Get an API token',
    description: 'Without its key.',
    returns: ApiTokenDto,
    fails: { 404: 'The caller has no token with this uid.' },
  })
  @OwnCredentials()
  async getApiToken(
    @CurrentActor() actor: UserActor,
    @Param('token') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentApiToken(links, await this.tokens.show(actor, uid));
  }

  @Endpoint('DELETE :token', {
    summary: 'Revoke an API token',
    fails: { 404: 'The caller has no token with this uid.' },
  })
  @OwnCredentials()
  revokeApiToken(@CurrentActor() actor: UserActor, @Param('token') uid: string) {
    return this.tokens.revoke(actor, uid);
  }
}
