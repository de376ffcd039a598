import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { InvalidError } from '../../../domain/errors';
import { isCodename } from '../../../domain/permission/codename';
import { ParsedBy } from '../../../http/validation/field';
import { LinkTo } from '../../../http/validation/link-to';
import type { AssignmentRequest } from '../permission-assignment.service';
import { PartialPermissionDto, readPartialPermissions } from './partial-permission.dto';

const FILTERS_WITHOUT_EFFECT =
  'Row filters belong to the permission `partial_submissions` alone. Assign that one, or leave them out.';
const NO_FILTERS = {
  partial_permissions: ["This field is required for the 'partial_submissions' permission"],
};

export class AssignPermissionDto {
  @LinkTo('users')
  @ApiProperty({
    example: 'https://survey.example.org/api/v2/users/ann/',
    description: 'URL of the user, absolute or path only.',
  })
  user!: string;

  @LinkTo('permissions')
  @ApiProperty({
    example: 'https://survey.example.org/api/v2/permissions/view_asset/',
    description: 'URL of the permission, absolute or path only.',
  })
  permission!: string;

  @ParsedBy((sent) => sent)
  @ApiPropertyOptional({
    type: [PartialPermissionDto],
    description: 'Row filters; required for `partial_submissions`, refused otherwise.',
  })
  partial_permissions?: unknown;

  toInput(): AssignmentRequest {
    return readAssignment(this, NO_FILTERS);
  }
}

/**
 * Parses an assignment request.
 * @param withoutFilters error fields for partial_submissions without filters
 * @throws InvalidError for an unknown permission, and for missing filters
 */
export function readAssignment(
  {
    user,
    permission,
    partial_permissions,
  }: Pick<AssignPermissionDto, 'user' | 'permission' | 'partial_permissions'>,
  withoutFilters: Record<string, string[]>,
): AssignmentRequest {
  if (!isCodename(permission)) {
    throw InvalidError.at('permission', 'Invalid hyperlink - Object does not exist.');
  }
  if (permission !== 'partial_submissions') {
    // Granting all rows to whom someone meant to show some would be irrevocable.
    if (!isEmptyList(partial_permissions))
      throw InvalidError.at('partial_permissions', FILTERS_WITHOUT_EFFECT);
    return { username: user, grant: { codename: permission } };
  }
  const partialGrants = readPartialPermissions(partial_permissions);
  if (partialGrants === undefined) throw new InvalidError(withoutFilters);
  return { username: user, grant: { codename: permission, partialGrants } };
}

/** Whether nothing was sent: absent, null, `[]`, or empty text of a form. */
function isEmptyList(sent: unknown): boolean {
  return (
    sent === undefined ||
    sent === null ||
    sent === '' ||
    sent === '[]' ||
    (Array.isArray(sent) && sent.length === 0)
  );
}
