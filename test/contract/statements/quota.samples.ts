import { QuotaRepository } from '../../../src/modules/account/quota/quota.repository';
import { ID } from './sample-rows';
import { samplesOf } from './samples';

const OWNED = { assetId: ID, ownerId: ID };

export const quotaSamples = [
  samplesOf<QuotaRepository>(QuotaRepository, (transaction) => ({
    countSubmissions: [
      [OWNED, 'project'],
      [OWNED, 'owner'],
    ],
    sumFileBytes: [
      [OWNED, 'project'],
      [OWNED, 'owner'],
    ],
    countSubmissionsWithin: [[transaction, OWNED, 'owner']],
    sumFileBytesWithin: [[transaction, OWNED, 'owner']],
  })),
];
