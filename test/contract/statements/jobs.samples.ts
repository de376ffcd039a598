import { GraphileQueue } from '../../../src/jobs/graphile.queue';
import { UID } from './sample-rows';
import { samplesOf } from './samples';

export const jobsSamples = [
  samplesOf<GraphileQueue>(GraphileQueue, (transaction) => ({
    enqueue: [[transaction, { name: 'imports.run', subject: UID }]],
  })),
];
