import { DataSharingQuery } from '../../../src/modules/asset/data-sharing.query';
import { PairingRepository } from '../../../src/modules/paired-data/pairing.repository';
import { ID, NOW, UID } from './sample-rows';
import { samplesOf } from './samples';

const PAIRING = {
  uid: 'pairing',
  assetId: ID,
  sourceId: ID,
  fields: ['group/question'],
  filename: 'cities.xml',
  dateCreated: NOW,
  dateModified: NOW,
};

export const pairingSamples = [
  samplesOf<DataSharingQuery>(DataSharingQuery, (transaction) => ({
    questionPaths: [[ID]],
    questionPathsIn: [[transaction, ID]],
    set: [[transaction, ID, { enabled: true, fields: [] }]],
    find: [[UID]],
  })),
  samplesOf<PairingRepository>(PairingRepository, (transaction) => ({
    list: [[ID, { limit: 10, start: 20 }]],
    allOf: [[ID]],
    find: [[ID, UID]],
    hasFile: [[ID, 'cities.xml']],
    insert: [[transaction, PAIRING, 'Source']],
    update: [[transaction, ID, { fields: ['question'], filename: 'towns.xml', dateModified: NOW }]],
    remove: [[transaction, ID]],
  })),
];
