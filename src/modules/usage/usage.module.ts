import { Module } from '@nestjs/common';
import { UsageController } from './usage.controller';
import { UsageQuery } from './usage.query';
import { UsageService } from './usage.service';

@Module({ controllers: [UsageController], providers: [UsageService, UsageQuery] })
export class UsageModule {}
