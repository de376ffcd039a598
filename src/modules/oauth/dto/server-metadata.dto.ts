import { ApiProperty } from '@nestjs/swagger';

const ORIGIN = 'https://survey.example.org';

/** RFC 8414 2. */
export class ServerMetadataDto {
  @ApiProperty({ example: ORIGIN }) issuer!: string;
  @ApiProperty({ example: `${ORIGIN}/o/authorize/` }) authorization_endpoint!: string;
  @ApiProperty({ example: `${ORIGIN}/o/token/` }) token_endpoint!: string;
  @ApiProperty({ example: `${ORIGIN}/o/revoke_token/` }) revocation_endpoint!: string;
  @ApiProperty({ example: `${ORIGIN}/o/introspect/` }) introspection_endpoint!: string;
  @ApiProperty({ example: ['read', 'write'] }) scopes_supported!: string[];
  @ApiProperty({ example: ['code'] }) response_types_supported!: string[];
  @ApiProperty({ example: ['query'] }) response_modes_supported!: string[];
  @ApiProperty({ example: ['authorization_code'] }) grant_types_supported!: string[];
  @ApiProperty({ example: ['none'] }) token_endpoint_auth_methods_supported!: string[];
  @ApiProperty({ example: ['none'] }) revocation_endpoint_auth_methods_supported!: string[];
  @ApiProperty({ example: ['client_secret_basic'] }) introspection_endpoint_auth_methods_supported!: string[];
  @ApiProperty({ example: ['S256'] }) code_challenge_methods_supported!: string[];
  @ApiProperty({ example: `${ORIGIN}/api/docs/` }) service_documentation!: string;
}
