import { UsageQuery } from '../../../src/modules/usage/usage.query';
import { ID } from './sample-rows';
import { samplesOf } from './samples';

const SINCE = '2026-11-01';

export const usageSamples = [
  samplesOf<UsageQuery>(UsageQuery, () => ({
    count: [[ID]],
    list: [[ID, SINCE, 10, 20]],
    total: [[ID, SINCE]],
  })),
];
