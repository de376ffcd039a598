import { ApiProperty } from '@nestjs/swagger';
import { InvalidError } from '../../../domain/errors';
import { type Codename, isCodename } from '../../../domain/permission/codename';
import { LinkTo } from '../../../http/validation/link-to';

export class AssignPermissionDto {
  /** URL of the user, absolute or path only. */
  @LinkTo('users')
  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/ann/' })
  user!: string;

  /** URL of the permission, absolute or path only. */
  @LinkTo('permissions')
  @ApiProperty({ example: 'https://survey.example.org/api/v2/permissions/view_asset/' })
  permission!: string;

  /** Whom and what the two hyperlinks name. @throws InvalidError for a permission that there is not */
  toInput(): { username: string; codename: Codename } {
    if (!isCodename(this.permission)) {
      throw new InvalidError({ permission: ['Invalid hyperlink - Object does not exist.'] });
    }
    return { username: this.user, codename: this.permission };
  }
}
