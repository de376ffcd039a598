import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { HealthCheckService, TypeOrmHealthIndicator } from '@nestjs/terminus';
import { Public } from '../auth/policy';
import { UnavailableError } from '../domain/errors';
import { Lifecycle } from './lifecycle';

const DATABASE_TIMEOUT_MS = 2_000;

/** For whoever watches the process: is it alive, may it be sent requests. */
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly database: TypeOrmHealthIndicator,
    private readonly lifecycle: Lifecycle,
  ) {}

  @Get('live')
  @Public()
  live() {
    return { status: 'ok' };
  }

  @Get('ready')
  @Public()
  async ready() {
    this.lifecycle.assertOpen();
    const result = await this.health
      .check([() => this.database.pingCheck('database', { timeout: DATABASE_TIMEOUT_MS })])
      .catch(() => {
        throw new UnavailableError('The database does not answer.');
      });
    return { status: result.status };
  }
}
