import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PartialPermissionDto } from './partial-permission.dto';

export class PermissionDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/permissions/change_asset/' })
  url!: string;

  @ApiProperty({ example: 'change_asset' })
  codename!: string;

  @ApiProperty({ type: [String], example: ['https://survey.example.org/api/v2/permissions/view_asset/'] })
  implied!: string[];

  @ApiProperty({ type: [String], example: [] })
  contradictory!: string[];

  @ApiProperty({ example: 'Can change asset' })
  name!: string;
}

export class PermissionAssignmentDto {
  @ApiProperty({
    example:
      'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/permission-assignments/pbebLQdQxGnEXbZiv5nYvk/',
  })
  url!: string;

  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/ann/' })
  user!: string;

  @ApiProperty({ example: 'https://survey.example.org/api/v2/permissions/view_asset/' })
  permission!: string;

  /** Of partial_submissions alone. */
  @ApiPropertyOptional({ type: [PartialPermissionDto] })
  partial_permissions?: PartialPermissionDto[];

  /** For partial_submissions an object: a label for it, and one for each permission that it narrows. */
  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'string' } }],
    example: 'View form',
  })
  label!: string | object;
}
