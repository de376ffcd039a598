import { GraphileQueue } from '../../../src/jobs/graphile.queue';
import { JobQuery } from '../../../src/modules/job/job.query';
import { UID } from './sample-rows';
import { samplesOf } from './samples';

export const jobsSamples = [
  samplesOf<GraphileQueue>(GraphileQueue, (transaction) => ({
    enqueue: [[transaction, { name: 'imports.run', subject: UID }]],
  })),
  samplesOf<JobQuery>(JobQuery, () => ({
    list: [[{ limit: 10, start: 20 }]],
    counts: [[]],
    retry: [['42']],
  })),
];
