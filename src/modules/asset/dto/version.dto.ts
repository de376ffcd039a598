import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalFlag } from '../../../http/validation/field';
import type { VersionFilter } from '../version.service';

export class ListVersionsDto {
  @OptionalFlag()
  @ApiPropertyOptional({
    example: true,
    description: '`true` lists deployed versions only, `false` the others. Default: all.',
  })
  deployed?: boolean;

  toInput(): VersionFilter {
    return { ...(this.deployed !== undefined && { deployed: this.deployed }) };
  }
}

export class VersionDto {
  @ApiProperty({ example: 'vWvkKzNE8xCtfApJvabfjG' }) uid!: string;
  @ApiProperty({
    example:
      'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/versions/vWvkKzNE8xCtfApJvabfjG/',
  })
  url!: string;
  @ApiProperty({ example: '0b5f2c1d4e6f708192a3b4c5d6e7f80910111213' }) content_hash!: string;
  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'boolean', enum: [false] }],
    example: '2026-03-01T08:00:00.123000Z',
    description: 'Date of the deployment; `false` for a version that was never deployed.',
  })
  date_deployed!: string | false;
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' }) date_modified!: string;
  @ApiProperty({
    example: '2.1',
    description:
      'Number of deployments; for a draft followed by a point and the number of drafts since the last one.',
  })
  version_number!: string;
}

export class VersionDetailDto extends VersionDto {
  @ApiProperty({ type: 'object', additionalProperties: true }) content!: object;
}
