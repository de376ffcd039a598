import { Body, Controller, Param } from '@nestjs/common';
import { ApiNotFoundResponse, ApiTags, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CurrentActor, SignedIn } from '../../../authorization/policy';
import type { UserActor } from '../../../domain/account/actor';
import { EMPTY_PAGE, paginate } from '../../../domain/page';
import { Endpoint } from '../../../http/endpoint';
import { PaginatedList } from '../../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../../http/url/links';
import {
  OrganizationService,
  type OrganizationChange,
  type OrganizationMember,
  type OwnOrganization,
} from './organization.service';
import { ORGANIZATION_TYPES } from '../../../domain/account/profile';
import { InvalidError } from '../../../domain/errors';
import { OneOf, ParsedBy, readLine } from '../../../http/validation/field';
import { wireDate } from '../../../domain/text/wire-date';

/** Role of the caller in their own organization, and of its only member. */
const ROLE = 'owner';

function presentOrganization(links: Links, organization: OwnOrganization) {
  const { uid, name, website, type, created, modified } = organization;
  const { plain } = links;
  return {
    id: uid,
    url: plain.organization(uid),
    name,
    website,
    organization_type: type,
    created: wireDate(created),
    modified: wireDate(modified),
    is_owner: true,
    is_mmo: false,
    request_user_role: ROLE,
    members: plain.organizationResource(uid, 'members'),
    assets: plain.organizationResource(uid, 'assets'),
    service_usage: plain.organizationResource(uid, 'service_usage'),
    asset_usage: plain.organizationResource(uid, 'asset_usage'),
  };
}

function presentMember(links: Links, member: OrganizationMember) {
  const { plain } = links;
  return {
    url: plain.organizationMember(member.organizationUid, member.username),
    user: plain.user(member.username),
    user__username: member.username,
    user__email: member.email,
    user__extra_details__name: member.name,
    role: ROLE,
    user__has_mfa_enabled: member.hasMfa,
    user__has_sso_enabled: false,
    date_joined: wireDate(member.dateJoined),
    user__is_active: member.isActive,
    invite: null,
  };
}

const MAX_NAME_LENGTH = 200;
const MAX_WEBSITE_LENGTH = 1000;
const DATE = '2026-03-01T08:00:00.000000Z';
const URL_START = 'https://survey.example.org/api/v2/organizations/orgBMZxx9tVfepvTRp3e9Twj/';

class PatchOrganizationDto {
  @ParsedBy(readName)
  @ApiPropertyOptional({ type: String, example: 'Wells for all', maxLength: MAX_NAME_LENGTH })
  name?: string;

  @ParsedBy(readWebsite)
  @ApiPropertyOptional({
    type: String,
    example: 'https://wells.example.org',
    maxLength: MAX_WEBSITE_LENGTH,
    description: 'Empty for none.',
  })
  website?: string;

  @OneOf(ORGANIZATION_TYPES, { required: false })
  @ApiPropertyOptional({ enum: ORGANIZATION_TYPES })
  organization_type?: string;

  toInput(): OrganizationChange {
    return { name: this.name, website: this.website, type: this.organization_type };
  }
}

class OrganizationDto {
  @ApiProperty({ example: 'orgBMZxx9tVfepvTRp3e9Twj' }) id!: string;
  @ApiProperty({ example: URL_START }) url!: string;
  @ApiProperty({ example: 'Wells for all', description: "By default the user's name." }) name!: string;
  @ApiProperty({ example: 'https://wells.example.org', description: 'Empty without one.' }) website!: string;
  @ApiProperty({ enum: ORGANIZATION_TYPES }) organization_type!: string;
  @ApiProperty({ example: DATE }) created!: string;
  @ApiProperty({ example: DATE }) modified!: string;
  @ApiProperty({ example: true, description: 'Always true.' }) is_owner!: boolean;
  @ApiProperty({ example: false, description: 'Always false: no organization has several members.' })
  is_mmo!: boolean;
  @ApiProperty({ example: 'owner', description: 'Always `owner`.' }) request_user_role!: string;
  @ApiProperty({ example: `${URL_START}members/` }) members!: string;
  @ApiProperty({ example: `${URL_START}assets/` }) assets!: string;
  @ApiProperty({ example: `${URL_START}service_usage/` }) service_usage!: string;
  @ApiProperty({ example: `${URL_START}asset_usage/` }) asset_usage!: string;
}

class OrganizationMemberDto {
  @ApiProperty({ example: `${URL_START}members/ann/` }) url!: string;
  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/ann/' }) user!: string;
  @ApiProperty({ example: 'ann' }) user__username!: string;
  @ApiProperty({ example: 'ann@example.org' }) user__email!: string;
  @ApiProperty({ example: 'Ann Smith' }) user__extra_details__name!: string;
  @ApiProperty({ example: 'owner', description: 'Always `owner`.' }) role!: string;
  @ApiProperty({ example: false }) user__has_mfa_enabled!: boolean;
  @ApiProperty({ example: false, description: 'Always false: no sign-in through other services.' })
  user__has_sso_enabled!: boolean;
  @ApiProperty({ example: DATE }) date_joined!: string;
  @ApiProperty({ example: true }) user__is_active!: boolean;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, example: null }) invite!: null;
}

/** Always absent: organizations are personal. */
class OrganizationInviteDto {}

function readName(sent: unknown): string {
  const name = readBounded(sent, MAX_NAME_LENGTH);
  if (name === '') throw new InvalidError('This field may not be blank.');
  return name;
}

function readWebsite(sent: unknown): string {
  const website = readBounded(sent, MAX_WEBSITE_LENGTH);
  if (website !== '' && !/^https?:$/.test(protocolOf(website))) throw new InvalidError('Enter a valid URL.');
  return website;
}

function readBounded(sent: unknown, maxLength: number): string {
  const line = readLine(sent);
  if (line.length <= maxLength) return line;
  throw new InvalidError(`Ensure this field has no more than ${maxLength} characters.`);
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : '';
}

const NOT_FOUND = { description: "The organization is not the caller's own." };

@ApiTags('Organizations')
@Controller('api/v2/organizations')
export class OrganizationController {
  constructor(private readonly organizations: OrganizationService) {}

  @Endpoint('GET', {
    summary: "List the caller's organizations",
    description: 'Always one: the personal organization of the account.',
  })
  @SignedIn()
  async listOrganizations(
    @CurrentActor() actor: UserActor,
    @PaginatedList(OrganizationDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    const own = await this.organizations.own(actor);
    return presentPage(page, paginate([own], page.window), (each) => presentOrganization(links, each));
  }

  @Endpoint('GET :organization', { summary: 'Get an organization', returns: OrganizationDto })
  @SignedIn()
  @ApiNotFoundResponse(NOT_FOUND)
  async getOrganization(
    @CurrentActor() actor: UserActor,
    @Param('organization') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentOrganization(links, await this.organizations.show(actor, uid));
  }

  @Endpoint('PATCH :organization', {
    summary: 'Update an organization',
    description:
      "Name, website and type are `organization`, `organization_website` and `organization_type` of the owner's profile.",
    returns: OrganizationDto,
    fails: { 400: 'Validation errors by field.' },
  })
  @SignedIn()
  @ApiNotFoundResponse(NOT_FOUND)
  async updateOrganization(
    @CurrentActor() actor: UserActor,
    @Param('organization') uid: string,
    @Body() body: PatchOrganizationDto,
    @ResponseLinks() links: Links,
  ) {
    return presentOrganization(links, await this.organizations.change(actor, uid, body.toInput()));
  }

  @Endpoint('GET :organization/members', {
    summary: 'List the members of an organization',
    description: 'Always one: the owner.',
  })
  @SignedIn()
  @ApiNotFoundResponse(NOT_FOUND)
  async listOrganizationMembers(
    @CurrentActor() actor: UserActor,
    @Param('organization') uid: string,
    @PaginatedList(OrganizationMemberDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    const { owner } = await this.organizations.show(actor, uid);
    return presentPage(page, paginate([owner], page.window), (each) => presentMember(links, each));
  }

  @Endpoint('GET :organization/members/:username', {
    summary: 'Get a member of an organization',
    returns: OrganizationMemberDto,
    fails: { 404: "The organization is not the caller's own, or the user no member." },
  })
  @SignedIn()
  async getOrganizationMember(
    @CurrentActor() actor: UserActor,
    @Param('organization') uid: string,
    @Param('username') username: string,
    @ResponseLinks() links: Links,
  ) {
    return presentMember(links, await this.organizations.member(actor, uid, username));
  }

  @Endpoint('GET :organization/invites', {
    summary: 'List invites to an organization',
    description: 'Always empty: organizations are personal.',
  })
  @SignedIn()
  @ApiNotFoundResponse(NOT_FOUND)
  async listOrganizationInvites(
    @CurrentActor() actor: UserActor,
    @Param('organization') uid: string,
    @PaginatedList(OrganizationInviteDto) page: PageRequest,
  ) {
    await this.organizations.show(actor, uid);
    return presentPage(page, EMPTY_PAGE, () => ({}));
  }
}
