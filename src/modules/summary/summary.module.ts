import { Module } from '@nestjs/common';
import { SummaryRepository } from './summary.repository';
import { SummaryService } from './summary.service';

/** What maps, reports and counts of large forms read instead of every submission. */
@Module({ providers: [SummaryRepository, SummaryService], exports: [SummaryRepository] })
export class SummaryModule {}
