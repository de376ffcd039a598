import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

const ROOT = 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/odata/';

const NONE = 'Absent with `odata.metadata=none`.';

class EntitySetDto {
  @ApiProperty({ example: 'Submissions' }) name!: string;
  @ApiProperty({ example: 'EntitySet' }) kind!: string;
  @ApiProperty({ example: 'Submissions', description: 'Relative to the service root.' }) url!: string;
}

export class ServiceDocumentDto {
  @ApiPropertyOptional({ example: `${ROOT}$metadata`, description: NONE }) '@odata.context'?: string;
  @ApiProperty({ type: [EntitySetDto] }) value!: EntitySetDto[];
}

@ApiSchema({
  description: 'Rows of an entity set in `value`. A single row has its properties on this level instead.',
})
export class ODataResponseDto {
  @ApiPropertyOptional({ example: `${ROOT}$metadata#Submissions`, description: NONE })
  '@odata.context'?: string;
  @ApiPropertyOptional({ type: 'integer', example: 1 }) '@odata.count'?: number;
  @ApiPropertyOptional({ type: 'array', items: { type: 'object', additionalProperties: true } })
  value?: object[];
  @ApiPropertyOptional({ example: `${ROOT}Submissions?$skiptoken=WzEwMDAsMF0` }) '@odata.nextLink'?: string;
}
