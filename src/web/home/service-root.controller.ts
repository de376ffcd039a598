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
import { ResponseOrigin } from '../../http/url/links';
import { presentServiceRoot } from './root.presenter';

class ServiceRootDto {
  @ApiProperty({ example: 'fieldhouse' })
  name!: string;

  @ApiProperty({ format: 'uri', description: 'Base URL of the API' })
  api!: string;

  @ApiProperty({ format: 'uri', description: 'Form list for collector apps' })
  forms!: string;

  @ApiProperty({ format: 'uri', description: 'API documentation (HTML)' })
  documentation!: string;

  @ApiProperty({ format: 'uri', description: 'API description (OpenAPI)' })
  description!: string;
}

/** `/` for programs; browsers get the home page. */
@ApiTags('Operations')
@Controller()
export class ServiceRootController {
  @Get()
  @Public()
  @ApiOperation({ summary: 'Get links to the API and its documentation' })
  @ApiExtraModels(ServiceRootDto)
  @ApiOkResponse({
    description: 'Links as JSON; browsers get the home page.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(ServiceRootDto) } },
      'text/html': { schema: { type: 'string' } },
    },
  })
  getServiceRoot(@ResponseOrigin() origin: string) {
    return presentServiceRoot(origin);
  }
}
