import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { ListOf } from '../../../http/pagination/list.dto';
import { Allow } from 'class-validator';
import { CLIENT_TYPES, type ClientType } from '../../../domain/oauth/application';
import { OneOf, OptionalText, RequiredText } from '../../../http/validation/field';

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
    description: 'Public: it runs on people’s devices, keeps no secret and must use PKCE.',
  })
  client_type?: ClientType;

  @OneOf(GRANT_TYPES, { required: false })
  @ApiPropertyOptional({ enum: GRANT_TYPES, default: 'authorization-code' })
  authorization_grant_type?: string;

  @OptionalText()
  @ApiPropertyOptional({ example: CALLBACK, description: 'One address, or several parted by white space.' })
  redirect_uri?: string;

  /** A list, or text like that of `redirect_uri`; read by `readRedirectUris`. */
  @Allow()
  @ApiPropertyOptional({ type: [String], example: [CALLBACK] })
  redirect_uris?: unknown;
}

export class PatchApplicationDto extends PickType(CreateApplicationDto, [
  'redirect_uri',
  'redirect_uris',
] as const) {
  @OptionalText(255)
  @ApiPropertyOptional({ example: 'Field dashboard' })
  name?: string;
}

export class ApplicationDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/applications/cKqvwPmrQTNoCiBCi6rDtm/' })
  url!: string;

  @ApiProperty({ example: 'cKqvwPmrQTNoCiBCi6rDtm' })
  client_id!: string;

  @ApiProperty({ example: 'Field dashboard' })
  name!: string;

  @ApiProperty({ enum: CLIENT_TYPES })
  client_type!: string;

  @ApiProperty({ example: 'authorization-code' })
  authorization_grant_type!: string;

  @ApiProperty({ example: CALLBACK, description: 'All addresses, parted by blanks.' })
  redirect_uri!: string;

  @ApiProperty({ type: [String], example: [CALLBACK] })
  redirect_uris!: readonly string[];

  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' })
  date_created!: string;

  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' })
  date_modified!: string;
}

export class RegisteredApplicationDto extends ApplicationDto {
  @ApiPropertyOptional({ description: 'Of confidential applications; shown this once.' })
  client_secret?: string;
}

export class ApplicationListDto extends ListOf(ApplicationDto) {}

export class AuthorizedApplicationDto {
  @ApiProperty({
    example: 'https://survey.example.org/api/v2/authorized_applications/cKqvwPmrQTNoCiBCi6rDtm/',
  })
  url!: string;

  @ApiProperty({ example: 'cKqvwPmrQTNoCiBCi6rDtm' })
  client_id!: string;

  @ApiProperty({ example: 'Field dashboard' })
  name!: string;

  @ApiProperty({ example: 'read write' })
  scope!: string;

  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' })
  date_authorized!: string;

  @ApiProperty({ type: String, nullable: true, example: '2026-03-01T08:00:00.123000Z' })
  date_last_token!: string | null;
}

export class AuthorizedApplicationListDto extends ListOf(AuthorizedApplicationDto) {}
