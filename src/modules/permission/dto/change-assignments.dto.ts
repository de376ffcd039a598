import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { BareList, ListOf } from '../../../http/validation/lists';
import { ParsedBy, RequiredText } from '../../../http/validation/field';
import { LinkOrUnknown } from '../../../http/validation/link-to';
import type { AssignmentRequest } from '../permission-assignment.service';
import { readAssignment } from './assign-permission.dto';
import { PartialPermissionDto } from './partial-permission.dto';

const NO_FILTERS = { non_field_errors: ['Permission assignment must contain filters'] };

/** Item of a list: a broken link is an error of the whole list (contract-assets 3.7). */
export class ListedAssignmentDto {
  @LinkOrUnknown('users')
  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/ann/' })
  user!: string;

  @LinkOrUnknown('permissions')
  @ApiProperty({ example: 'https://survey.example.org/api/v2/permissions/view_asset/' })
  permission!: string;

  @ParsedBy((sent) => sent)
  @ApiPropertyOptional({
    type: [PartialPermissionDto],
    description: 'Row filters; required for `partial_submissions`, refused otherwise.',
  })
  partial_permissions?: unknown;
}

@BareList('assignments')
export class ReplaceAssignmentsDto {
  @ListOf(() => ListedAssignmentDto)
  assignments!: ListedAssignmentDto[];

  toInput(): AssignmentRequest[] {
    return this.assignments.map((each) => readAssignment(each, NO_FILTERS));
  }
}

export class RevokeAllDto {
  @RequiredText()
  @ApiProperty({ example: 'ann', description: 'Username of the user who loses all permissions.' })
  username!: string;
}

export class CloneAssignmentsDto {
  @RequiredText()
  @ApiProperty({
    example: 'aSAvYreNzVEkrWg5Gdcvg2',
    description: 'Uid of the asset to copy assignments from.',
  })
  clone_from!: string;
}
