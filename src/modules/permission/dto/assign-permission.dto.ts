import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { InvalidError } from '../../../domain/errors';
import { isCodename } from '../../../domain/permission/codename';
import { ReadBy } from '../../../http/validation/field';
import { LinkTo } from '../../../http/validation/link-to';
import type { AskedAssignment } from '../permission-assignment.service';
import { PartialPermissionDto, readPartialPermissions } from './partial-permission.dto';

const NO_FILTERS = {
  partial_permissions: ["This field is required for the 'partial_submissions' permission"],
};

export class AssignPermissionDto {
  /** URL of the user, absolute or path only. */
  @LinkTo('users')
  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/ann/' })
  user!: string;

  /** URL of the permission, absolute or path only. */
  @LinkTo('permissions')
  @ApiProperty({ example: 'https://survey.example.org/api/v2/permissions/view_asset/' })
  permission!: string;

  /** For partial_submissions, and for it alone. */
  @ReadBy((sent) => sent)
  @ApiPropertyOptional({ type: [PartialPermissionDto] })
  partial_permissions?: unknown;

  toInput(): AskedAssignment {
    return readAssignment(this, NO_FILTERS);
  }
}

/**
 * Whom and what the hyperlinks name.
 * @param withoutFilters what is said of partial_submissions that reaches nothing
 * @throws InvalidError for a permission that there is not
 */
export function readAssignment(
  {
    user,
    permission,
    partial_permissions,
  }: Pick<AssignPermissionDto, 'user' | 'permission' | 'partial_permissions'>,
  withoutFilters: Record<string, string[]>,
): AskedAssignment {
  if (!isCodename(permission)) {
    throw new InvalidError({ permission: ['Invalid hyperlink - Object does not exist.'] });
  }
  if (permission !== 'partial_submissions') return { username: user, grant: { codename: permission } };
  const partialGrants = readPartialPermissions(partial_permissions);
  if (partialGrants === undefined) throw new InvalidError(withoutFilters);
  return { username: user, grant: { codename: permission, partialGrants } };
}
