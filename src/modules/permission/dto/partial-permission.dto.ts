import { ApiProperty } from '@nestjs/swagger';
import { InvalidError } from '../../../domain/errors';
import { isCodename } from '../../../domain/permission/codename';
import {
  isPartialCodename,
  type PartialCodename,
  type SubmissionFilter,
} from '../../../domain/permission/partial-grant';
import { assertRowFilter } from '../../../domain/query/row-filter';
import { textIn } from '../../../domain/text/text-in';
import { whyUnstorable } from '../../../domain/text/unstorable-text';
import { readLink } from '../../../http/validation/link-to';

/** One permission on submissions, and the submissions that it reaches. */
export class PartialPermissionDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/permissions/view_submissions/' })
  url!: string;

  /** Alternatives: a submission passes when it meets one of them, in the words of the data list's `query`. */
  @ApiProperty({ type: 'array', items: { type: 'object' }, example: [{ _submitted_by: 'ann' }] })
  filters!: object[];
}

type AskedPartialGrants = (readonly [PartialCodename, SubmissionFilter])[];

/**
 * What a partial_submissions assignment is asked to say, or undefined when nothing is (contract-assets 3.5).
 * @throws InvalidError on the field `partial_permissions`
 */
export function readPartialPermissions(sent: unknown): AskedPartialGrants | undefined {
  const entries = fromText(sent);
  if (entries === undefined || entries === null || entries === '') return undefined;
  if (!Array.isArray(entries)) throw refused('Send a list of objects with `url` and `filters`.');
  return entries.length === 0 ? undefined : entries.map(readEntry);
}

function readEntry(entry: unknown): AskedPartialGrants[number] {
  const { url, filters } = (entry ?? {}) as Partial<Record<keyof PartialPermissionDto, unknown>>;
  return [readCodename(url), readFilters(filters)];
}

function readCodename(url: unknown): PartialCodename {
  const codename = typeof url === 'string' ? orUndefined(() => readLink(url, 'permissions')) : undefined;
  if (codename === undefined || !isCodename(codename) || !isPartialCodename(codename)) {
    throw refused('Invalid `url`');
  }
  return codename;
}

function readFilters(filters: unknown): SubmissionFilter {
  if (!Array.isArray(filters) || filters.length === 0 || !filters.every(isObject)) {
    throw refused('Invalid `filters`');
  }
  const unstorable = whyUnstorable(textIn(filters));
  if (unstorable !== undefined) throw refused(`Invalid \`filters\`: a text ${unstorable}.`);
  try {
    assertRowFilter(filters);
  } catch (error) {
    if (error instanceof InvalidError) throw refused(`Invalid \`filters\`: ${error.message}`);
    throw error;
  }
  return filters;
}

/** Forms can send a list as its JSON text only. */
function fromText(sent: unknown): unknown {
  if (typeof sent !== 'string' || sent === '') return sent;
  return orUndefined(() => JSON.parse(sent) as unknown) ?? {};
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function refused(sentence: string): InvalidError {
  return new InvalidError({ partial_permissions: [sentence] });
}
