import { Module } from '@nestjs/common';
import { EnvironmentController } from './environment.controller';
import { EnvironmentService } from './environment.service';

/** Public configuration for clients. */
@Module({ controllers: [EnvironmentController], providers: [EnvironmentService] })
export class EnvironmentModule {}
