import { ApiProperty } from '@nestjs/swagger';
import { RequiredText } from '../../../http/validation/field';

export class AssignPermissionDto {
  /** URL of the user, absolute or path only. */
  @RequiredText()
  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/ann/' })
  user!: string;

  /** URL of the permission, absolute or path only. */
  @RequiredText()
  @ApiProperty({ example: 'https://survey.example.org/api/v2/permissions/view_asset/' })
  permission!: string;
}
