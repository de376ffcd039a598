import { Module } from '@nestjs/common';
import { QuotaRepository } from './quota.repository';
import { QuotaService } from './quota.service';

/** Quotas of stored submissions and files, which modules that store them ask. */
@Module({ providers: [QuotaService, QuotaRepository], exports: [QuotaService] })
export class QuotaModule {}
