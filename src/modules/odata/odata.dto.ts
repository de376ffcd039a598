import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiExtraModels,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiPropertyOptional,
  ApiQuery,
  ApiSchema,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request } from 'express';
import type { MetadataLevel } from './odata.presenter';

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
class ODataResponseDto {
  @ApiPropertyOptional({ example: `${ROOT}$metadata#Submissions`, description: NONE })
  '@odata.context'?: string;
  @ApiPropertyOptional({ type: 'integer', example: 1 }) '@odata.count'?: number;
  @ApiPropertyOptional({ type: 'array', items: { type: 'object', additionalProperties: true } })
  value?: object[];
  @ApiPropertyOptional({ example: `${ROOT}Submissions?$skiptoken=WzEwMDAsMF0` }) '@odata.nextLink'?: string;
}

const PREFERENCE = /(?:^|[,;\s])(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})"?/i;

const METADATA = /odata\.metadata\s*=\s*"?(none|minimal|full)/i;

export interface Preferences {
  /** `maxpagesize` of `Prefer`; undefined when absent or malformed. */
  readonly pageSize: number | undefined;
  /** `odata.metadata` of `$format`, else of `Accept`. */
  readonly level: MetadataLevel;
}

/** Injects what the client prefers. */
export const ODataPreferences = createParamDecorator((_: unknown, context: ExecutionContext): Preferences => {
  const request = context.switchToHttp().getRequest<Request>();
  const size = Number(PREFERENCE.exec(request.get('prefer') ?? '')?.[1] ?? 0);
  const { $format } = request.query;
  const format = typeof $format === 'string' ? $format : (request.get('accept') ?? '');
  const level = METADATA.exec(format)?.[1]?.toLowerCase() as MetadataLevel | undefined;
  return { pageSize: size > 0 ? size : undefined, level: level ?? 'minimal' };
});

/** Query options as name, example, description. */
const OPTIONS = [
  [
    '$filter',
    "age gt 5 and contains(name,'sha')",
    'Condition on properties of the row or of its submission.',
  ],
  ['$search', 'well "hand pump"', 'Words and phrases that text properties contain, in any letter case.'],
  [
    '$apply',
    'groupby((village),aggregate($count as total,age with average as mean))',
    'Groups with counts, sums, averages, minima and maxima in place of rows.',
  ],
  ['$orderby', 'age desc,name', 'Properties to sort by, each with an optional `asc` or `desc`.'],
  ['$top', '100', 'Maximum number of rows. Default: all.'],
  ['$skip', '0', 'Number of rows to skip. Default: 0.'],
  ['$count', 'true', '`true` adds the total number of rows as `@odata.count`. Default: false.'],
  ['$select', 'name,age', 'Properties to return. Default: all.'],
  [
    '$expand',
    'child($select=first_name;$filter=age lt 5)',
    'Related rows to include, with options in parentheses.',
  ],
] as const;

/** Documents a route that returns rows, a single row, or a count, depending on the path. */
export const ReturnsRows = (summary: string, description: string): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary, description }),
    ApiExtraModels(ODataResponseDto),
    ApiOkResponse({
      content: {
        'application/json': { schema: { $ref: getSchemaPath(ODataResponseDto) } },
        'text/plain': { schema: { type: 'integer' } },
      },
    }),
    ApiBadRequestResponse({
      description: 'A query option or key is invalid, or the asset was never deployed.',
    }),
    ApiHeader({
      name: 'Prefer',
      required: false,
      example: 'odata.maxpagesize=100',
      description: 'Page size. Further pages are linked by `@odata.nextLink`.',
    }),
    ...OPTIONS.map(([name, example, description]) =>
      ApiQuery({ name, type: String, required: false, example, description }),
    ),
  );
