import { Global, Module } from '@nestjs/common';
import { GraphileQueue } from './graphile.queue';
import { JobQueue, JobRegistry } from './job-queue.port';
import { JobRunner } from './job-runner';

@Global()
@Module({
  providers: [JobRegistry, JobRunner, { provide: JobQueue, useClass: GraphileQueue }],
  exports: [JobQueue, JobRegistry],
})
export class JobsModule {}
