import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ORGANIZATION_TYPES } from '../../../domain/account/organization';
import { InvalidError } from '../../../domain/errors';
import { OneOf, ParsedBy, readLine } from '../../../http/validation/field';
import type { OrganizationChange } from '../organization.service';

const MAX_NAME_LENGTH = 200;
const MAX_WEBSITE_LENGTH = 1000;
const DATE = '2026-03-01T08:00:00.000000Z';
const URL_START = 'https://survey.example.org/api/v2/organizations/orgBMZxx9tVfepvTRp3e9Twj/';

export class PatchOrganizationDto {
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

export class OrganizationDto {
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

export class OrganizationMemberDto {
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
export class OrganizationInviteDto {}

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
