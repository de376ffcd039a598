import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalObject, OptionalText, ParsedBy, OptionalLine } from '../../http/validation/field';
import type { ProfileChange } from './profile.service';

/** Other members are ignored (contract-assets 8.2). */
export class PatchProfileDto {
  @OptionalLine(150)
  @ApiPropertyOptional({ example: 'Ann', maxLength: 150 })
  first_name?: string;

  @OptionalLine(150)
  @ApiPropertyOptional({ example: 'Smith', maxLength: 150 })
  last_name?: string;

  @OptionalObject({ takesEmptyList: false })
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { city: 'Lyon' },
    description: 'Object, or JSON text of one. Merged key by key; null clears a key.',
  })
  extra_details?: Record<string, unknown>;

  @OptionalText()
  @ApiPropertyOptional({
    example: 'the old one',
    description: 'Current password; required with `new_password`.',
  })
  current_password?: string;

  @OptionalText()
  @ApiPropertyOptional({ example: 'the new one', minLength: 8 })
  new_password?: string;

  toInput(): ProfileChange {
    return {
      firstName: this.first_name,
      lastName: this.last_name,
      extraDetails: this.extra_details,
      currentPassword: this.current_password,
      newPassword: this.new_password,
    };
  }
}

export class CloseAccountDto {
  @ParsedBy((sent) => (typeof sent === 'string' ? sent : undefined))
  @ApiProperty({ example: 'uBMZxx9tVfepvTRp3e9Twj', description: '`extra_details__uid` of the profile.' })
  confirm?: string;
}

class OrganizationLinkDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/organizations/orgBMZxx9tVfepvTRp3e9Twj/' })
  url!: string;
  @ApiProperty({ example: 'Wells for all' }) name!: string;
  @ApiProperty({ example: 'orgBMZxx9tVfepvTRp3e9Twj' }) uid!: string;
}

export class ProfileDto {
  @ApiProperty({ example: 'ann' }) username!: string;
  @ApiProperty({ example: 'Ann' }) first_name!: string;
  @ApiProperty({ example: 'Smith' }) last_name!: string;
  @ApiProperty({ example: 'ann@example.org' }) email!: string;
  @ApiProperty() is_superuser!: boolean;
  @ApiProperty({ example: '2026-03-01T08:00:00Z' }) server_time!: string;
  @ApiProperty({ example: '2026-03-01T08:00:00Z' }) date_joined!: string;
  @ApiProperty({ example: 'https://survey.example.org/ann' }) projects_url!: string;
  @ApiProperty({ example: 'https://www.gravatar.com/avatar/0?s=40' }) gravatar!: string;
  @ApiProperty({ type: String, nullable: true, example: null }) last_login!: string | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { city: '', country: '', organization: '', website: '', twitter: '', require_auth: true },
  })
  extra_details!: Record<string, unknown>;
  @ApiProperty({ example: false }) git_rev!: boolean;
  @ApiProperty({ type: 'array', items: {} }) social_accounts!: unknown[];
  @ApiProperty() validated_password!: boolean;
  @ApiProperty() accepted_tos!: boolean;
  @ApiProperty({ type: OrganizationLinkDto }) organization!: OrganizationLinkDto;
  @ApiProperty({ example: 'uBMZxx9tVfepvTRp3e9Twj' }) extra_details__uid!: string;
}

/** Always absent: sign-in through other services is not supported. */
export class SocialAccountDto {}
