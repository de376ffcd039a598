import { GraphileQueue } from '../../../src/jobs/graphile.queue';
import { JobRepository } from '../../../src/modules/service/job.repository';
import { UID } from './sample-rows';
import { samplesOf } from './samples';

export const jobsSamples = [
  samplesOf<GraphileQueue>(GraphileQueue, (transaction) => ({
    enqueue: [[transaction, { name: 'imports.run', subject: UID }]],
  })),
  samplesOf<JobRepository>(JobRepository, () => ({
    list: [[{ limit: 10, start: 20 }]],
    counts: [[]],
    retry: [['42']],
  })),
];
