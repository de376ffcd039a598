import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../../authorization/policy';
import { countryChoices, SECTOR_CHOICES } from '../../domain/asset/setting-choices';
import { ResponseOrigin } from '../../http/url/request-links';
import { EnvironmentDto } from './dto/environment.dto';
import { presentEnvironment } from './environment.presenter';

@ApiTags('Assets')
@Controller('api/v2/environment')
export class EnvironmentController {
  @Get()
  @Public()
  @ApiOperation({
    operationId: 'getEnvironment',
    summary: 'Get sector and country choices and the OpenRosa server URL',
  })
  @ApiOkResponse({ type: EnvironmentDto })
  show(@ResponseOrigin() origin: string) {
    return presentEnvironment(origin, { sectors: SECTOR_CHOICES, countries: countryChoices() });
  }
}
