import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ASSET_TYPES } from '../../../domain/content/content';
import { InvalidError } from '../../../domain/errors';
import {
  MAX_MIGRATION_ASSETS,
  SOURCE_KINDS,
  type SourceCredentials,
  type SourceKind,
} from '../../../domain/migration/migration-task';
import { TASK_STATUSES } from '../../../domain/task/task-status';
import { OneOf, OptionalText, ParsedBy, RequiredText } from '../../../http/validation/field';
import type { MigrationInput } from './migration-task.service';

const EXAMPLE_UID = 'aBeA23YCYjkGTFvYVHuAyU';
const REQUIRED = 'This field is required.';

const SECRET = 'Stored encrypted until the move ends.';

export class MigrationSourceDto {
  @OneOf(SOURCE_KINDS, { required: false })
  @ApiPropertyOptional({
    enum: SOURCE_KINDS,
    default: 'kobo',
    description: '`kobo`: KoboToolbox or fieldhouse; `central`: ODK Central.',
  })
  from?: SourceKind;

  @RequiredText(2000)
  @ApiProperty({ example: 'https://kf.kobotoolbox.org', description: 'Address of the server.' })
  source!: string;

  @OptionalText(500)
  @ApiPropertyOptional({
    writeOnly: true,
    description: `API token of the account at KoboToolbox, from its page \`/token/\`; at ODK Central, token of a session. ${SECRET}`,
  })
  token?: string;

  @OptionalText(320)
  @ApiPropertyOptional({
    example: 'lead@example.org',
    description: 'E-mail address of the account at ODK Central, instead of a token. Sessions are renewed.',
  })
  email?: string;

  @OptionalText(500)
  @ApiPropertyOptional({ writeOnly: true, description: `Password of the account at ODK Central. ${SECRET}` })
  password?: string;

  /** @throws InvalidError by field */
  toCredentials(): SourceCredentials {
    const { from = 'kobo', source, token, email, password } = this;
    if (token !== undefined) return { from, source, secret: { token } };
    if (from === 'kobo') throw InvalidError.at('token', REQUIRED);
    if (email === undefined || password === undefined) {
      throw new InvalidError({
        ...(email === undefined && { email: [REQUIRED] }),
        ...(password === undefined && { password: [REQUIRED] }),
      });
    }
    return { from, source, secret: { email: email.trim(), password } };
  }
}

export class CreateMigrationDto extends MigrationSourceDto {
  @ParsedBy(readUids, { required: true })
  @ApiProperty({
    type: [String],
    maxItems: MAX_MIGRATION_ASSETS,
    example: [EXAMPLE_UID],
    description: 'Uids of listed assets. A project of ODK Central brings its forms.',
  })
  assets!: readonly string[];

  toInput(): MigrationInput {
    return { ...this.toCredentials(), assetUids: this.assets };
  }
}

function readUids(sent: unknown): readonly string[] {
  if (!Array.isArray(sent) || !sent.every((uid) => typeof uid === 'string'))
    throw new InvalidError('Send a list of uids.');
  return sent;
}

class SourceAssetDto {
  @ApiProperty({ example: EXAMPLE_UID }) uid!: string;
  @ApiProperty({ example: 'Wells' }) name!: string;
  @ApiProperty({ enum: ASSET_TYPES }) asset_type!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Uid of the listed project of ODK Central that it belongs to.',
  })
  collection!: string | null;
  @ApiProperty({ type: Number, nullable: true, example: 1200, description: 'Null if it is not deployed.' })
  submissions!: number | null;
}

export class SourceAssetsDto {
  @ApiProperty({ enum: SOURCE_KINDS }) from!: SourceKind;
  @ApiProperty({ example: 'https://kf.kobotoolbox.org' }) source!: string;
  @ApiProperty({ example: 'asha', description: 'Username there; e-mail address at ODK Central.' })
  username!: string;
  @ApiProperty({ type: [SourceAssetDto] }) assets!: SourceAssetDto[];
}

class MovedAssetDto {
  @ApiProperty({ example: EXAMPLE_UID }) uid!: string;
  @ApiProperty({ example: 'Wells' }) name!: string;
}

class MigrationProgressDto {
  @ApiProperty({ enum: ['moving', 'comparing'] }) phase!: string;
  @ApiProperty({ type: MovedAssetDto }) asset!: MovedAssetDto;
  @ApiProperty({ example: 1, description: 'Position among the assets.' }) position!: number;
  @ApiProperty({ example: 1 }) assets_total!: number;
  @ApiProperty({ example: 600 }) submissions_done!: number;
  @ApiProperty({ type: Number, nullable: true, example: 1200 }) submissions_total!: number | null;
  @ApiProperty({ type: Number, nullable: true, example: 310.5 }) submissions_per_second!: number | null;
  @ApiProperty({ type: Number, nullable: true, example: 2, description: 'Of this phase of this asset.' })
  seconds_left!: number | null;
}

class MovedSubmissionsDto {
  @ApiProperty() created!: number;
  @ApiProperty() changed!: number;
  @ApiProperty() deleted!: number;
  @ApiProperty() unchanged!: number;
  @ApiProperty() attachments!: number;
  @ApiProperty() attachment_bytes!: number;
}

const both = (type: 'integer' | 'string') =>
  ({ type: 'object', properties: { source: { type }, here: { type } } }) as const;

const countsByName = (description: string) => {
  const side = { type: 'object', additionalProperties: { type: 'integer' } } as const;
  return { type: 'object', description, properties: { source: side, here: side } } as const;
};

class SubmissionComparisonDto {
  @ApiProperty(both('integer')) submissions!: object;
  @ApiProperty({ ...both('string'), description: 'Sums of the SHA-256 of canonical instances.' })
  digests!: object;
  @ApiProperty(both('integer')) attachments!: object;
  @ApiPropertyOptional({ ...both('integer'), description: 'As the data API of the source shows them.' })
  answers?: object;
  @ApiPropertyOptional({ ...both('integer'), description: 'Submissions with a place (`_geolocation`).' })
  places?: object;
  @ApiPropertyOptional(countsByName('Rows by path of the repeat.')) repeat_rows?: object;
  @ApiPropertyOptional(countsByName('Submissions by validation status.')) validation_statuses?: object;
  @ApiPropertyOptional(countsByName('Submissions by the version that their XML names.')) versions?: object;
}

class AssetReportDto extends MovedAssetDto {
  @ApiProperty({ example: `https://survey.example.org/api/v2/assets/${EXAMPLE_UID}/` }) url!: string;
  @ApiProperty({ enum: ASSET_TYPES }) asset_type!: string;
  @ApiProperty({ enum: ['complete', 'incomplete'] }) state!: string;
  @ApiProperty({ type: [String], description: 'Facts to know or to act on.' }) notes!: string[];
  @ApiProperty({
    type: [String],
    example: ['13 comments on 13 submissions'],
    description: 'Parts that the source has and that do not move.',
  })
  not_moved!: string[];
  @ApiProperty({ type: [String], description: 'Parts that could not be moved, with the reason.' })
  problems!: string[];
  @ApiProperty({ type: [String], description: 'Differences between source and copy.' })
  differences!: string[];
  @ApiPropertyOptional({ type: MovedSubmissionsDto }) submissions?: MovedSubmissionsDto;
  @ApiPropertyOptional({ type: SubmissionComparisonDto }) comparison?: SubmissionComparisonDto;
}

class MigrationReportDto {
  @ApiProperty({
    description: 'Whether all assets are complete and equal to the source, as far as compared.',
  })
  equal!: boolean;
  @ApiProperty({ description: 'Whether the bytes of attachments were compared too.' })
  verified_files!: boolean;
  @ApiProperty({ type: [String], description: 'Users there without an account of the same name here.' })
  missing_users!: string[];
  @ApiProperty({ type: [String], description: 'Assets that are gone at the source.' }) failed!: string[];
  @ApiProperty({ type: [AssetReportDto] }) assets!: AssetReportDto[];
}

export class MigrationDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/migrations/miGYqwPmrQTNoCiBCi6rDt/' })
  url!: string;
  @ApiProperty({ example: 'miGYqwPmrQTNoCiBCi6rDt' }) uid!: string;
  @ApiProperty({ enum: TASK_STATUSES }) status!: string;
  @ApiProperty({ enum: SOURCE_KINDS }) from!: SourceKind;
  @ApiProperty({ example: 'https://kf.kobotoolbox.org' }) source!: string;
  @ApiProperty({ type: [String], example: [EXAMPLE_UID] }) assets!: string[];
  @ApiPropertyOptional({ type: MigrationProgressDto, description: 'Only while it is running.' })
  progress?: MigrationProgressDto;
  @ApiPropertyOptional({ type: MigrationReportDto, description: 'Only once it is complete.' })
  report?: MigrationReportDto;
  @ApiProperty({ type: String, nullable: true, description: 'Reason of the status `error`.' })
  error!: string | null;
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' }) date_created!: string;
  @ApiProperty({ example: '2026-03-01T08:05:00.123000Z' }) date_modified!: string;
}
