import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalText } from '../../../../http/validation/field';

export class FeatureQueryDto {
  @OptionalText()
  @ApiPropertyOptional({
    description: 'Name or path of the geo question. Default: the first of the newest version.',
    example: 'place',
  })
  geo_question_name?: string;

  toInput(): string | undefined {
    return this.geo_question_name;
  }
}

export class FeatureDto {
  @ApiProperty({ enum: ['Feature'] }) type!: string;

  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: true,
    example: { type: 'Point', coordinates: [36.817223, -1.286389, 1795] },
  })
  geometry!: object | null;

  @ApiProperty({ type: 'object', additionalProperties: true, example: { 'person/name': 'Asha' } })
  properties!: object;
}

export class FeatureCollectionDto {
  @ApiProperty({ enum: ['FeatureCollection'] }) type!: string;
  @ApiProperty({ example: 'Wells' }) name!: string;
  @ApiProperty({ type: [FeatureDto] }) features!: FeatureDto[];
}
