import { Global, Module } from '@nestjs/common';
import { GraphileQueue, JobRunner } from './graphile.queue';
import { JobQueue, JobRegistry } from './job-queue.port';

@Global()
@Module({
  providers: [JobRegistry, JobRunner, { provide: JobQueue, useClass: GraphileQueue }],
  exports: [JobQueue, JobRegistry],
})
export class JobsModule {}
