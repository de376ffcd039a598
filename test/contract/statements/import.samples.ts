import { ImportRepository } from '../../../src/modules/import/import.repository';
import { HASH, ID, UID } from './sample-rows';
import { samplesOf } from './samples';

export const importSamples = [
  samplesOf<ImportRepository>(ImportRepository, () => ({
    list: [[ID, 10, 20]],
    find: [[ID, UID]],
    findReferenced: [[[HASH]]],
    read: [[UID]],
  })),
];
