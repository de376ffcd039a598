import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { CLIENT_TYPES, type ClientType } from '../../../domain/oauth/application';
import { readRedirectUris } from '../../../domain/oauth/redirect-uri';
import { OneOf, OptionalText, ParsedBy, readText, RequiredText } from '../../../http/validation/field';
import type { ApplicationChange, NewApplication } from '../application.service';

const CALLBACK = 'https://app.example/callback';
const GRANT_TYPES = ['authorization-code', 'authorization_code', 'authorization code'];

export class CreateApplicationDto {
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

export class PatchApplicationDto extends PickType(CreateApplicationDto, [
  'redirect_uri',
  'redirect_uris',
] as const) {
  @OptionalText(255)
  @ApiPropertyOptional({ example: 'Field dashboard' })
  name?: string;

  toInput(): ApplicationChange {
    return { name: this.name?.trim(), redirectUris: this.redirect_uris ?? this.redirect_uri };
  }
}

export class ApplicationDto {
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

export class RegisteredApplicationDto extends ApplicationDto {
  @ApiPropertyOptional({ description: 'Client secret of a confidential application; only in this response.' })
  client_secret?: string;
}

export class AuthorizedApplicationDto {
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
