import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { countryChoices } from '../../../domain/asset/settings-rules';
import { InvalidError } from '../../../domain/errors';
import { readAssetOrder } from '../../../domain/query/asset-field';
import { OptionalText, ParsedBy, readLine } from '../../../http/validation/field';
import type { NewProjectView, ProjectViewChange } from './project-view.service';

/** Permissions of a project view: list projects, and show how many submissions each has. */
const VIEW_PERMISSIONS = ['view_asset', 'view_submissions'] as const;

/** Stands for all countries. */
const ALL_COUNTRIES = '*';

const MAX_NAME_LENGTH = 200;
const MAX_ENTRIES = 1000;
const DATE = '2026-03-01T08:00:00.000000Z';
const URL_START = 'https://survey.example.org/api/v2/project-views/pvBMZxx9tVfepvTRp3e9Twj/';

const COUNTRIES = {
  type: 'array',
  items: { type: 'string' },
  example: ['FRA', 'KEN'],
  description: 'Country codes (ISO 3166-1 alpha-3), or `*` for all.',
} as const;
const PERMISSIONS: ApiPropertyOptions = {
  type: 'array',
  items: { type: 'string', enum: [...VIEW_PERMISSIONS] },
  example: ['view_asset'],
  description:
    '`view_asset` lists the projects, `view_submissions` shows how many submissions each has. Default: `view_asset`.',
};
const USERS = {
  type: 'array',
  items: { type: 'string' },
  example: ['ann'],
  description: 'Usernames.',
} as const;

export class PatchProjectViewDto {
  @ParsedBy(readName)
  @ApiPropertyOptional({ type: String, example: 'East Africa', maxLength: MAX_NAME_LENGTH })
  name?: string;

  @ParsedBy(readCountries)
  @ApiPropertyOptional(COUNTRIES)
  countries?: string[];

  @ParsedBy(readPermissions)
  @ApiPropertyOptional(PERMISSIONS)
  permissions?: string[];

  @ParsedBy(readTexts)
  @ApiPropertyOptional(USERS)
  assigned_users?: string[];

  toInput(): ProjectViewChange {
    return {
      ...(this.name !== undefined && { name: this.name }),
      ...(this.countries !== undefined && { countries: this.countries }),
      ...(this.permissions !== undefined && { permissions: this.permissions }),
      ...(this.assigned_users !== undefined && { usernames: this.assigned_users }),
    };
  }
}

export class CreateProjectViewDto {
  @ParsedBy(readName, { required: true })
  @ApiProperty({ type: String, example: 'East Africa', maxLength: MAX_NAME_LENGTH })
  name!: string;

  @ParsedBy(readCountries, { required: true })
  @ApiProperty(COUNTRIES)
  countries!: string[];

  @ParsedBy(readPermissions)
  @ApiPropertyOptional(PERMISSIONS)
  permissions?: string[];

  @ParsedBy(readTexts)
  @ApiPropertyOptional(USERS)
  assigned_users?: string[];

  toInput(): NewProjectView {
    const { name, countries, permissions = ['view_asset'], assigned_users: usernames = [] } = this;
    return { name, countries, permissions, usernames };
  }
}

export class ViewedAssetQueryDto {
  @OptionalText()
  @ApiPropertyOptional({ example: 'wells', description: 'Search as in the asset list.' })
  q?: string;

  @OptionalText()
  @ApiPropertyOptional({
    example: '-date_modified',
    description: 'Comma-separated fields as in the asset list.',
  })
  ordering?: string;

  toInput() {
    // Clients send an empty value for no search.
    return { search: this.q === '' ? undefined : this.q, order: readAssetOrder(this.ordering ?? '', false) };
  }
}

export { MinimalAssetListDto } from '../asset.dto';

export class ProjectViewDto {
  @ApiProperty({ example: 'pvBMZxx9tVfepvTRp3e9Twj' }) uid!: string;
  @ApiProperty({ example: 'East Africa' }) name!: string;
  @ApiProperty({ example: URL_START }) url!: string;
  @ApiProperty({ example: `${URL_START}assets/` }) assets!: string;
  @ApiProperty({ example: `${URL_START}assets/export/` }) assets_export!: string;
  @ApiProperty({ example: `${URL_START}users/` }) users!: string;
  @ApiProperty({ example: `${URL_START}users/export/` }) users_export!: string;
  @ApiProperty(COUNTRIES) countries!: string[];
  @ApiProperty(PERMISSIONS) permissions!: string[];
  @ApiProperty(USERS) assigned_users!: string[];
}

export class ViewedAssetDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/' }) url!: string;
  @ApiProperty({ example: 'aSAvYreNzVEkrWg5Gdcvg2' }) uid!: string;
  @ApiProperty({ example: 'Wells' }) name!: string;
  @ApiProperty({ example: 'survey' }) asset_type!: string;
  @ApiProperty({ type: 'object', additionalProperties: true }) settings!: object;
  @ApiProperty({ type: 'array', items: { type: 'string', nullable: true } }) languages!: (string | null)[];
  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/ann/' }) owner!: string;
  @ApiProperty({ example: 'ann' }) owner__username!: string;
  @ApiProperty({ example: 'ann@example.org' }) owner__email!: string;
  @ApiProperty({ example: 'Ann Smith' }) owner__name!: string;
  @ApiProperty({ example: 'Wells for all' }) owner__organization!: string;
  @ApiProperty({ example: 'ann' }) owner_label!: string;
  @ApiProperty({ type: String, nullable: true, example: 'ann' }) created_by!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'ann' }) last_modified_by!: string | null;
  @ApiProperty({ example: DATE }) date_created!: string;
  @ApiProperty({ example: DATE }) date_modified!: string;
  @ApiProperty({ type: String, nullable: true, example: DATE }) date_deployed!: string | null;
  @ApiProperty() has_deployment!: boolean;
  @ApiProperty() deployment__active!: boolean;
  @ApiProperty() deployment__encrypted!: boolean;
  @ApiProperty({ type: String, nullable: true, example: '0a1b2c3d4e5f60718293a4b5c6d7e8f9' })
  deployment__uuid!: string | null;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 12,
    description: 'Null unless the view has `view_submissions`.',
  })
  deployment__submission_count!: number | null;
  @ApiProperty({ enum: ['deployed', 'archived', 'draft'] }) deployment_status!: string;
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } }) downloads!: object[];
}

export class ViewedCountsDto {
  @ApiProperty({ example: 3 }) deployed_count!: number;
  @ApiProperty({ example: 1 }) archived_count!: number;
  @ApiProperty({ example: 2 }) draft_count!: number;
}

export class ViewedUserDto {
  @ApiProperty({ example: 7 }) id!: number;
  @ApiProperty({ example: 'ann' }) username!: string;
  @ApiProperty() is_superuser!: boolean;
  @ApiProperty() is_active!: boolean;
  @ApiProperty({ example: 'ann@example.org' }) email!: string;
  @ApiProperty({ example: DATE }) date_joined!: string;
  @ApiProperty({ type: String, nullable: true, example: null }) last_login!: string | null;
  @ApiProperty({ example: 3 }) asset_count!: number;
  @ApiProperty({ type: 'object', additionalProperties: true }) metadata!: object;
}

function readName(sent: unknown): string {
  const name = readLine(sent);
  if (name === '') throw new InvalidError('This field may not be blank.');
  if (name.length <= MAX_NAME_LENGTH) return name;
  throw new InvalidError(`Ensure this field has no more than ${MAX_NAME_LENGTH} characters.`);
}

function readCountries(sent: unknown): string[] {
  const known = new Set([ALL_COUNTRIES, ...countryChoices().map(({ value }) => value)]);
  return readChoices(sent, known);
}

function readPermissions(sent: unknown): string[] {
  return readChoices(sent, new Set(VIEW_PERMISSIONS));
}

function readChoices(sent: unknown, known: ReadonlySet<string>): string[] {
  const texts = readTexts(sent);
  const unknown = texts.find((text) => !known.has(text));
  if (unknown !== undefined) throw new InvalidError(`${JSON.stringify(unknown)} is not a valid choice.`);
  return texts;
}

function readTexts(sent: unknown): string[] {
  if (!Array.isArray(sent)) throw new InvalidError('Expected a list of items.');
  if (sent.length > MAX_ENTRIES) throw new InvalidError(`Send at most ${MAX_ENTRIES} items.`);
  return [...new Set(sent.map(readLine))];
}

export class ViewExportDto {
  @ApiProperty({ example: 'complete' }) status!: string;
  @ApiProperty({ example: `${URL_START}assets/export.csv`, description: 'URL of the CSV file.' })
  result!: string;
}
