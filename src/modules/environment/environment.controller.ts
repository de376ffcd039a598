import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../../authorization/policy';
import { ResponseOrigin } from '../../http/url/links';
import { EnvironmentDto } from './dto/environment.dto';
import { presentEnvironment } from './environment.presenter';
import { EnvironmentService } from './environment.service';

@ApiTags('Service')
@Controller('api/v2/environment')
export class EnvironmentController {
  constructor(private readonly environment: EnvironmentService) {}

  @Get()
  @Public()
  @ApiOperation({
    summary: 'Get the configuration for clients',
    description:
      'Choices and fields of projects and profiles, addresses and texts of the operator, and which features the service has.',
  })
  @ApiOkResponse({ type: EnvironmentDto })
  getEnvironment(@ResponseOrigin() origin: string) {
    return presentEnvironment(origin, this.environment.show());
  }
}
