import { Controller, Query, Body, Param } from '@nestjs/common';
import {
  ApiForbiddenResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiTags,
  ApiProperty,
  ApiPropertyOptional,
} from '@nestjs/swagger';
import { CurrentActor, OwnCredentials, Requires } from '../../../authorization/policy';
import type { UserActor, Actor } from '../../../domain/account/actor';
import { Endpoint } from '../../../http/endpoint';
import {
  presentCreatedToken,
  presentToken,
  presentCollectorLink,
  presentCreatedCollectorLink,
} from '../account.presenter';
import { CredentialService } from './credential.service';
import { OptionalText } from '../../../http/validation/field';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { IgnoresBody } from '../../../http/body/body-reader';
import { PaginatedList } from '../../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../../http/url/links';
import { CollectorLinkService } from './collector-link.service';

class CreateCollectorLinkDto {
  @OptionalText()
  @ApiPropertyOptional({ example: 'Volunteers in March', description: 'Purpose of the link.' })
  name?: string;
}

class CollectorLinkDto {
  @ApiProperty({
    example:
      'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/collector-links/clBMZxx9tVfepvTRp3e9TwjZ/',
  })
  url!: string;

  @ApiProperty({ example: 'clBMZxx9tVfepvTRp3e9TwjZ' }) uid!: string;
  @ApiProperty({ example: 'Volunteers in March' }) name!: string;
  @ApiProperty({ type: String, nullable: true, example: 'ann' }) created_by!: string | null;
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' }) date_created!: string;
}

class CreatedCollectorLinkDto extends CollectorLinkDto {
  @ApiProperty({
    example: `https://survey.example.org/collector/${'a'.repeat(40)}`,
    description:
      'Server URL for collector apps; with a slash at its end the web form. Only in this response.',
  })
  link!: string;

  @ApiProperty({
    example: `https://survey.example.org/web-forms/offline/collector/${'a'.repeat(40)}/`,
    description: 'The web form that works without a network; only in this response.',
  })
  offline_url!: string;
}

class TokenOwnerQueryDto {
  @OptionalText()
  @ApiPropertyOptional({
    example: 'ann',
    description: 'Owner of the token; default: the caller. For superusers.',
  })
  username?: string;
}

class TokenDto {
  @ApiProperty({ example: 'a'.repeat(40), pattern: '^[0-9a-f]{40}$' })
  token!: string;
}

@ApiTags('Credentials')
@ApiForbiddenResponse({
  description: 'The caller uses a delegated credential, or names another user without being a superuser.',
})
@ApiNotFoundResponse({ description: 'The user or the token does not exist.' })
@Controller('token')
export class CredentialController {
  constructor(private readonly credentials: CredentialService) {}

  @Endpoint('GET', {
    summary: 'Get the default API token',
    description: 'Creates it on first use.',
    returns: TokenDto,
  })
  @OwnCredentials()
  async getToken(@CurrentActor() actor: UserActor, @Query() query: TokenOwnerQueryDto) {
    return presentToken(
      await this.credentials.defaultToken(await this.credentials.tokenOwner(actor, query.username), actor),
    );
  }

  @Endpoint('POST', {
    summary: 'Create the default API token',
    description: 'Returns the existing token, if any, with status 200.',
    returns: TokenDto,
  })
  @OwnCredentials()
  @ApiOkResponse({ type: TokenDto })
  async createToken(@CurrentActor() actor: UserActor, @Query() query: TokenOwnerQueryDto) {
    return presentCreatedToken(
      await this.credentials.defaultToken(await this.credentials.tokenOwner(actor, query.username), actor),
    );
  }

  @Endpoint('DELETE', {
    summary: 'Revoke the default API token',
    description: 'The next `GET /token/` creates a new one.',
  })
  @OwnCredentials()
  async revokeToken(@CurrentActor() actor: UserActor, @Query() query: TokenOwnerQueryDto) {
    const owner = await this.credentials.tokenOwner(actor, query.username);
    await this.credentials.revokeDefaultToken(owner, actor);
  }
}

@ApiTags('Deployment')
@ApiNotFoundResponse({
  description: 'The asset or link does not exist, or the caller cannot manage the asset.',
})
@Controller('api/v2/assets/:uid/collector-links')
export class CollectorLinkController {
  constructor(private readonly collectorLinks: CollectorLinkService) {}

  @Endpoint('GET', { summary: 'List collector links', description: 'Newest first, without their keys.' })
  @Requires('manage_asset')
  async listCollectorLinks(
    access: AssetAccess<'manage_asset'>,
    @PaginatedList(CollectorLinkDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.collectorLinks.list(access, page.window), (link) =>
      presentCollectorLink(links, access.assetUid, link),
    );
  }

  @Endpoint('POST', {
    summary: 'Create a collector link',
    description:
      'Anyone with the link can submit to the asset. Only this response contains it. An asset has at most 100 links.',
    returns: CreatedCollectorLinkDto,
    fails: { 400: 'The name is invalid, or the asset has too many links.' },
  })
  @Requires('manage_asset')
  async createCollectorLink(
    access: AssetAccess<'manage_asset'>,
    @CurrentActor() actor: Actor,
    @Body() body: CreateCollectorLinkDto,
    @ResponseLinks() links: Links,
  ) {
    const created = await this.collectorLinks.create(actor, access, body.name ?? '');
    return presentCreatedCollectorLink(links, access.assetUid, created);
  }

  @Endpoint('DELETE :link', {
    summary: 'Revoke a collector link',
    description: 'Submissions that were sent through the link are kept.',
  })
  @IgnoresBody()
  @Requires('manage_asset')
  async revokeCollectorLink(
    access: AssetAccess<'manage_asset'>,
    @CurrentActor() actor: Actor,
    @Param('link') uid: string,
  ) {
    await this.collectorLinks.revoke(actor, access, uid);
  }
}
