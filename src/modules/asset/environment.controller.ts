import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../../authorization/policy';
import { knownCountries, KNOWN_SECTORS } from '../../domain/asset/known-words';
import { AnswerOrigin } from '../../http/url/request-links';
import { EnvironmentDto } from './dto/environment.dto';
import { presentEnvironment } from './environment.presenter';

@ApiTags('Assets')
@Controller('api/v2/environment')
export class EnvironmentController {
  @Get()
  @Public()
  @ApiOperation({
    summary: 'Sectors and countries to choose from, and where collectors point; for whoever asks',
  })
  @ApiOkResponse({ type: EnvironmentDto })
  show(@AnswerOrigin() origin: string) {
    return presentEnvironment(origin, { sectors: KNOWN_SECTORS, countries: knownCountries() });
  }
}
