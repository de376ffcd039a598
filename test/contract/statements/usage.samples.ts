import { UsageRepository } from '../../../src/modules/service/usage.repository';
import { ID } from './sample-rows';
import { samplesOf } from './samples';

const SINCE = '2026-11-01';

export const usageSamples = [
  samplesOf<UsageRepository>(UsageRepository, () => ({
    count: [[ID]],
    list: [[ID, SINCE, 10, 20]],
    total: [[ID, SINCE]],
  })),
];
