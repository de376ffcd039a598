import { ApiProperty } from '@nestjs/swagger';

class AuditEntryBaseDto {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://survey.example.org/api/v2/users/ann/',
    description: 'URL of the user; null for an unknown username.',
  })
  user!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'uXs7cXzSxNkGHBkVHrvKqz',
    description: 'Uid of the user; null when the account was deleted.',
  })
  user_uid!: string | null;
  @ApiProperty({ example: 'ann' }) username!: string;
  @ApiProperty({ example: '2026-05-01T12:00:00Z' }) date_created!: string;
}

export class ProjectEntryDto extends AuditEntryBaseDto {
  @ApiProperty({ example: 'update-name' }) action!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { asset_uid: 'aSAvYreNzVEkrWg5Gdcvg2', name: { old: 'Wells', new: 'Wells 2026' } },
    description: 'Client address and agent, asset, old and new values.',
  })
  metadata!: object;
}

export class AccessEntryDto extends AuditEntryBaseDto {
  @ApiProperty({ enum: ['auth', 'auth-failed'] }) action!: string;
  @ApiProperty({ type: 'object', additionalProperties: true, example: { ip_address: '192.0.2.7' } })
  metadata!: object;
  @ApiProperty({ example: 1 }) count!: number;
}

export class AuditEntryDto extends ProjectEntryDto {
  @ApiProperty({ enum: ['project', 'access', 'service'] }) log_type!: string;
}

export class ActionsDto {
  @ApiProperty({ type: [String], example: ['deploy', 'update-name'] }) actions!: string[];
}

export class LogExportDto {
  @ApiProperty({ example: 'created' }) status!: string;
  @ApiProperty({
    example: 'https://survey.example.org/api/v2/access-logs/me/export.csv',
    description: 'URL of the CSV file, which is generated on download.',
  })
  result!: string;
}
