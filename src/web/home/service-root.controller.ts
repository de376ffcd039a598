import { Controller } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { Public } from '../../authorization/policy';
import { Endpoint } from '../../http/endpoint';
import { ResponseOrigin } from '../../http/url/links';
import { RouteTable } from '../../authorization/route-table';

const ROOT = '/api/v2/';

/** Links to the GET routes without path parameters, by relative path. */
function presentApiRoot(origin: string, routes: readonly { method: string; path: string }[]) {
  const paths = routes
    .filter(({ method, path }) => method === 'GET' && path.startsWith(ROOT) && !/[:.]/.test(path))
    .map(({ path }) => path.slice(ROOT.length))
    // The asset list links to these.
    .filter((path) => !path.startsWith('assets/'));
  return Object.fromEntries(paths.map((path) => [path, `${origin}${ROOT}${path}/`]));
}

function presentServiceRoot(origin: string) {
  return {
    name: 'fieldhouse',
    api: `${origin}/api/v2/`,
    forms: `${origin}/formList`,
    documentation: `${origin}/api/docs/`,
    description: `${origin}/api/openapi.json`,
  };
}

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
  @Endpoint('GET', {
    summary: 'Get links to the API and its documentation',
    returns: {
      description: 'Links as JSON; browsers get the home page.',
      content: {
        'application/json': { schema: { $ref: getSchemaPath(ServiceRootDto) } },
        'text/html': { schema: { type: 'string' } },
      },
    },
  })
  @Public()
  @ApiExtraModels(ServiceRootDto)
  getServiceRoot(@ResponseOrigin() origin: string) {
    return presentServiceRoot(origin);
  }
}

@ApiTags('Operations')
@Controller('api/v2')
export class ApiRootController {
  constructor(private readonly routes: RouteTable) {}

  @Endpoint('GET', {
    summary: 'List the top-level resources of the API',
    returns: { schema: { type: 'object', additionalProperties: { type: 'string', format: 'uri' } } },
  })
  @Public()
  getApiRoot(@ResponseOrigin() origin: string) {
    return presentApiRoot(origin, this.routes.routes());
  }
}
