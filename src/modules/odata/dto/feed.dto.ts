import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

const ROOT = 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/odata/';

class FeedSetDto {
  @ApiProperty({ example: 'Submissions' }) name!: string;
  @ApiProperty({ example: 'EntitySet' }) kind!: string;
  @ApiProperty({ example: 'Submissions', description: 'Below the service document.' }) url!: string;
}

export class FeedDocumentDto {
  @ApiProperty({ example: `${ROOT}$metadata` }) '@odata.context'!: string;
  @ApiProperty({ type: [FeedSetDto] }) value!: FeedSetDto[];
}

@ApiSchema({ description: 'Rows of a set under `value`; one row has its properties beside these keys.' })
export class FeedDto {
  @ApiProperty({ example: `${ROOT}$metadata#Submissions` }) '@odata.context'!: string;
  @ApiPropertyOptional({ type: 'integer', example: 1 }) '@odata.count'?: number;
  @ApiPropertyOptional({ type: 'array', items: { type: 'object', additionalProperties: true } })
  value?: object[];
  @ApiPropertyOptional({ example: `${ROOT}Submissions?$skiptoken=WzEwMDAsMF0` }) '@odata.nextLink'?: string;
}
