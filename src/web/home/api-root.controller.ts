import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../../authorization/policy';
import { RouteTable } from '../../authorization/route-table';
import { AnswerOrigin } from '../../http/url/request-links';
import { presentApiRoot } from './entrance.presenter';

/** The root of the API: a map of what can be asked for as it is. */
@ApiTags('Operations')
@Controller('api/v2')
export class ApiRootController {
  constructor(private readonly routes: RouteTable) {}

  @Get()
  @Public()
  @ApiOperation({ summary: 'Links to all that can be asked for without naming anything' })
  @ApiOkResponse({
    schema: { type: 'object', additionalProperties: { type: 'string', format: 'uri' } },
  })
  show(@AnswerOrigin() origin: string) {
    return presentApiRoot(origin, this.routes.routes());
  }
}
