import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { BareList, ListOf } from '../../../http/validation/lists';
import { ReadBy, RequiredText } from '../../../http/validation/field';
import { LinkOrUnknown } from '../../../http/validation/link-to';
import type { AskedAssignment } from '../permission-assignment.service';
import { readAssignment } from './assign-permission.dto';
import { PartialPermissionDto } from './partial-permission.dto';

const NO_FILTERS = { non_field_errors: ['Permission assignment must contain filters'] };

/** One of many: a link that leads nowhere is told of the whole list (contract-assets 3.7). */
export class ListedAssignmentDto {
  @LinkOrUnknown('users')
  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/ann/' })
  user!: string;

  @LinkOrUnknown('permissions')
  @ApiProperty({ example: 'https://survey.example.org/api/v2/permissions/view_asset/' })
  permission!: string;

  /** For partial_submissions, and for it alone. */
  @ReadBy((sent) => sent)
  @ApiPropertyOptional({ type: [PartialPermissionDto] })
  partial_permissions?: unknown;
}

@BareList('assignments')
export class ReplaceAssignmentsDto {
  @ListOf(() => ListedAssignmentDto)
  assignments!: ListedAssignmentDto[];

  toInput(): AskedAssignment[] {
    return this.assignments.map((each) => readAssignment(each, NO_FILTERS));
  }
}

export class RevokeAllDto {
  @RequiredText()
  @ApiProperty({ example: 'ann' })
  username!: string;
}

export class CloneAssignmentsDto {
  /** Uid of the asset whose assignments are copied. */
  @RequiredText()
  @ApiProperty({ example: 'aSAvYreNzVEkrWg5Gdcvg2' })
  clone_from!: string;
}
