import { ApiProperty } from '@nestjs/swagger';

export class ProfileDto {
  @ApiProperty({ example: 'ann' })
  username!: string;

  @ApiProperty({ example: 'Ann' })
  first_name!: string;

  @ApiProperty({ example: 'Smith' })
  last_name!: string;

  @ApiProperty({ example: 'ann@example.org' })
  email!: string;

  @ApiProperty()
  is_superuser!: boolean;

  @ApiProperty({ example: '2026-03-01T08:00:00Z' })
  server_time!: string;

  @ApiProperty({ example: '2026-03-01T08:00:00Z' })
  date_joined!: string;

  @ApiProperty({ example: 'https://survey.example.org/ann' })
  projects_url!: string;

  @ApiProperty({ example: 'https://www.gravatar.com/avatar/0?s=40' })
  gravatar!: string;

  @ApiProperty({ type: String, nullable: true, example: null })
  last_login!: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { city: '', country: '', organization: '', website: '', twitter: '', require_auth: true },
  })
  extra_details!: Record<string, unknown>;

  @ApiProperty({ example: false })
  git_rev!: boolean;

  @ApiProperty({ type: 'array', items: {} })
  social_accounts!: unknown[];

  @ApiProperty()
  validated_password!: boolean;

  @ApiProperty()
  accepted_tos!: boolean;

  @ApiProperty({ type: 'object', additionalProperties: true })
  organization!: Record<string, unknown>;

  @ApiProperty({ example: 'uBMZxx9tVfepvTRp3e9Twj' })
  extra_details__uid!: string;
}
