import { Module } from '@nestjs/common';
import { JobController } from './job.controller';
import { JobQuery } from './job.query';
import { JobService } from './job.service';

@Module({
  controllers: [JobController],
  providers: [JobService, JobQuery],
  exports: [JobService],
})
export class JobModule {}
