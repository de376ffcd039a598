import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PartialPermissionDto } from './partial-permission.dto';

export class PermissionDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/permissions/change_asset/' }) url!: string;
  @ApiProperty({ example: 'change_asset' }) codename!: string;
  @ApiProperty({
    type: [String],
    example: ['https://survey.example.org/api/v2/permissions/view_asset/'],
    description: 'URLs of the permissions granted with this one.',
  })
  implied!: string[];
  @ApiProperty({
    type: [String],
    example: [],
    description: 'URLs of the permissions removed when this one is assigned.',
  })
  contradictory!: string[];
  @ApiProperty({ example: 'Can change asset' }) name!: string;
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

  @ApiPropertyOptional({
    type: [PartialPermissionDto],
    description: 'Row filters; `partial_submissions` only.',
  })
  partial_permissions?: PartialPermissionDto[];

  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'string' } }],
    example: 'View form',
    description: 'Label; for `partial_submissions` an object of labels by permission.',
  })
  label!: string | object;
}
