import { Controller, Get } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { Public } from '../../authorization/policy';
import { AnswerOrigin } from '../../http/url/request-links';
import { presentEntrance } from './entrance.presenter';

class EntranceDto {
  @ApiProperty({ example: 'fieldhouse' })
  name!: string;

  @ApiProperty({ format: 'uri', description: 'What every route of the API begins with' })
  api!: string;

  @ApiProperty({ format: 'uri', description: 'Where collector apps begin' })
  forms!: string;

  @ApiProperty({ format: 'uri', description: 'Every route, for people' })
  documentation!: string;

  @ApiProperty({ format: 'uri', description: 'Every route, for programs: OpenAPI' })
  description!: string;
}

/** What a program gets at `/`. A browser gets the home page there. */
@ApiTags('Operations')
@Controller()
export class EntranceController {
  @Get()
  @Public()
  @ApiOperation({ summary: 'Where the API is, and what describes it' })
  @ApiExtraModels(EntranceDto)
  @ApiOkResponse({
    description: 'A browser gets the home page at `/`.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(EntranceDto) } },
      'text/html': { schema: { type: 'string' } },
    },
  })
  show(@AnswerOrigin() origin: string) {
    return presentEntrance(origin);
  }
}
