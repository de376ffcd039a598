import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../../authorization/policy';
import { RouteTable } from '../../authorization/route-table';
import { ResponseOrigin } from '../../http/url/links';
import { presentApiRoot } from './root.presenter';

@ApiTags('Operations')
@Controller('api/v2')
export class ApiRootController {
  constructor(private readonly routes: RouteTable) {}

  @Get()
  @Public()
  @ApiOperation({ summary: 'List the top-level resources of the API' })
  @ApiOkResponse({
    schema: { type: 'object', additionalProperties: { type: 'string', format: 'uri' } },
  })
  getApiRoot(@ResponseOrigin() origin: string) {
    return presentApiRoot(origin, this.routes.routes());
  }
}
