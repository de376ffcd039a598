import { ApiProperty } from '@nestjs/swagger';
import { InvalidError } from '../../../domain/errors';
import { isCodename } from '../../../domain/permission/codename';
import {
  isPartialCodename,
  type PartialCodename,
  type SubmissionFilter,
} from '../../../domain/permission/partial-grant';
import { assertRowFilter } from '../../../domain/query/row-filter';
import { isJsonObject } from '../../../domain/text/json-value';
import { parseLossless } from '../../../domain/text/lossless-json';
import { unstorableReason } from '../../../domain/text/unstorable-text';
import { readLink } from '../../../http/validation/link-to';

export class PartialPermissionDto {
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
export function readPartialPermissions(sent: unknown): PartialGrantEntries | undefined {
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
