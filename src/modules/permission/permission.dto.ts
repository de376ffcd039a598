import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { InvalidError } from '../../domain/errors';
import { isCodename } from '../../domain/permission/codename';
import {
  isPartialCodename,
  type PartialCodename,
  type SubmissionFilter,
} from '../../domain/permission/permission-set';
import { assertRowFilter } from '../../domain/query/row-condition';
import { isJsonObject } from '../../domain/text/json-members';
import { parseLossless } from '../../domain/text/lossless-json';
import { unstorableReason } from '../../domain/text/unstorable-text';
import { BareList, ListOf } from '../../http/validation/lists';
import { readLink, LinkTo, LinkOrUnknown } from '../../http/validation/link-to';
import { ParsedBy, RequiredText } from '../../http/validation/field';
import type { AssignmentRequest } from './permission-assignment.service';

class PartialPermissionDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/permissions/view_submissions/' }) url!: string;
  @ApiProperty({
    type: 'array',
    items: { type: 'object' },
    example: [{ _submitted_by: 'ann' }],
    description: 'Conditions in the syntax of `query` of the submission list, joined by OR.',
  })
  filters!: object[];
}

type PartialGrantEntries = (readonly [PartialCodename, SubmissionFilter])[];

/**
 * Parses `partial_permissions` (contract-assets 3.5).
 * @returns undefined when missing or empty
 * @throws InvalidError on the field `partial_permissions`
 */
function readPartialPermissions(sent: unknown): PartialGrantEntries | undefined {
  const entries = parseIfJsonText(sent);
  if (entries === undefined || entries === null || entries === '') return undefined;
  if (!Array.isArray(entries)) throw fieldError('Send a list of objects with `url` and `filters`.');
  return entries.length === 0 ? undefined : entries.map(readEntry);
}

function readEntry(entry: unknown): PartialGrantEntries[number] {
  const { url, filters } = (entry ?? {}) as Partial<Record<keyof PartialPermissionDto, unknown>>;
  return [readCodename(url), readFilters(filters)];
}

function readCodename(url: unknown): PartialCodename {
  const codename = typeof url === 'string' ? orUndefined(() => readLink(url, 'permissions')) : undefined;
  if (codename === undefined || !isCodename(codename) || !isPartialCodename(codename)) {
    throw fieldError('Invalid `url`');
  }
  return codename;
}

function readFilters(filters: unknown): SubmissionFilter {
  if (!Array.isArray(filters) || filters.length === 0 || !filters.every(isJsonObject)) {
    throw fieldError('Invalid `filters`');
  }
  const unstorable = unstorableReason(filters);
  if (unstorable !== undefined) throw fieldError(`Invalid \`filters\`: a text ${unstorable}.`);
  try {
    assertRowFilter(filters);
  } catch (error) {
    if (error instanceof InvalidError) throw fieldError(`Invalid \`filters\`: ${error.message}`);
    throw error;
  }
  return filters;
}

/** HTML forms send the list as JSON text. */
function parseIfJsonText(sent: unknown): unknown {
  if (typeof sent !== 'string' || sent === '') return sent;
  return orUndefined(() => parseLossless(sent)) ?? {};
}

function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function fieldError(message: string): InvalidError {
  return InvalidError.at('partial_permissions', message);
}

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
function readAssignment(
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

const NO_FILTERS_OF_MANY = { non_field_errors: ['Permission assignment must contain filters'] };

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
    return this.assignments.map((each) => readAssignment(each, NO_FILTERS_OF_MANY));
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
