import { DataSharingRepository } from '../../../src/modules/asset/asset.repository';
import { PairedDataRepository } from '../../../src/modules/submission/paired-data/paired-data.repository';
import { ID, NOW, UID } from './sample-rows';
import { samplesOf } from './samples';

const GENERATION = {
  pairedDataId: ID,
  fingerprint: '[]',
  md5: UID,
  xml: '<root/>',
  readSince: NOW.toISOString(),
};

const PAIRED_DATA = {
  uid: 'paired-data',
  assetId: ID,
  sourceId: ID,
  fields: ['group/question'],
  filename: 'cities.xml',
  dateCreated: NOW,
  dateModified: NOW,
};

export const pairedDataSamples = [
  samplesOf<DataSharingRepository>(DataSharingRepository, (transaction) => ({
    questionPaths: [[ID]],
    questionPathsIn: [[transaction, ID]],
    set: [[transaction, ID, { enabled: true, fields: [] }]],
    find: [[UID]],
  })),
  samplesOf<PairedDataRepository>(PairedDataRepository, (transaction) => ({
    list: [[ID, { limit: 10, start: 20 }]],
    listAll: [[ID]],
    find: [[ID, UID]],
    hasMediaFile: [[ID, 'cities.xml']],
    insert: [[transaction, PAIRED_DATA, 'Source']],
    update: [[transaction, ID, { fields: ['question'], filename: 'towns.xml', dateModified: NOW }]],
    remove: [[transaction, ID]],
    findContent: [[GENERATION]],
    readXml: [[ID, UID]],
    publishContent: [[GENERATION]],
    pruneContent: [[]],
  })),
];
