import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import { Public, Unasked } from '../authorization/policy';
import { ServedAtOnce } from '../authorization/served';
import { VERSION } from '../config/version';
import { DatabaseHealthQuery } from '../database/database-health.query';
import { Storage } from '../storage/storage.port';
import { Lifecycle } from './lifecycle';

const STATUS = {
  schema: {
    type: 'object',
    properties: { status: { type: 'string', example: 'ok' }, version: { type: 'string', example: '1.0.0' } },
  },
} as const;

/** For whoever watches the process: is it alive, may it be sent requests. */
@ApiTags('Operations')
@Controller('health')
export class HealthController {
  constructor(
    private readonly database: DatabaseHealthQuery,
    private readonly lifecycle: Lifecycle,
    private readonly storage: Storage,
  ) {}

  @Get('live')
  @ServedAtOnce()
  @Unasked()
  @ApiOperation({ summary: 'Whether the process is alive' })
  @ApiOkResponse(STATUS)
  live() {
    return { status: 'ok', version: VERSION };
  }

  @Get('ready')
  @ServedAtOnce()
  @Public()
  @ApiOperation({ summary: 'Whether the process may be sent requests' })
  @ApiOkResponse(STATUS)
  @ApiServiceUnavailableResponse({
    description: 'It is stopping, the database does not answer, or files can not be written.',
  })
  async ready() {
    this.lifecycle.assertOpen();
    await this.database.probe();
    await this.storage.probe();
    return { status: 'ok', version: VERSION };
  }
}
