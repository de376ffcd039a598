import { Controller, Get, Param } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { SuperuserOnly, Priority } from '../../authorization/policy';
import { ServiceUsageDto } from './dto/usage.dto';
import { presentServiceUsage } from './usage.presenter';
import { UsageService } from './usage.service';

@ApiTags('Users')
@Controller('api/v2/users/:username/service_usage')
export class UserUsageController {
  constructor(private readonly usage: UsageService) {}

  @Get()
  @SuperuserOnly()
  @Priority('low')
  @ApiOperation({
    summary: 'Get total usage of a user',
    description: 'Submission counts and file sizes of all assets of the user. For superusers.',
  })
  @ApiOkResponse({ type: ServiceUsageDto })
  @ApiNotFoundResponse({ description: 'The user does not exist.' })
  async getUserUsage(@Param('username') username: string) {
    return presentServiceUsage(await this.usage.totalOfUser(username));
  }
}
