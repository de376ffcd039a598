import {
  AssetFileRepository,
  type NewAssetFile,
  RenditionRepository,
} from '../../../src/modules/media/asset-file.repository';
import { HASH, ID, NOW, UID } from './sample-rows';
import { samplesOf } from './samples';

const FILE: NewAssetFile = {
  uid: 'file',
  assetId: ID,
  userId: ID,
  fileType: 'form_media',
  description: '',
  name: 'crab.png',
  mimetype: 'image/png',
  md5: '',
  metadata: {},
  sha256: HASH,
  byteSize: 10,
  redirectUrl: null,
  dateCreated: NOW,
};
const RENDITION = {
  sourceSha256: HASH,
  longestSide: 240,
  sha256: HASH,
  mimetype: 'image/jpeg',
  byteSize: 10,
  dateCreated: NOW,
};
const PAGE = { limit: 10, start: 20 };

export const mediaSamples = [
  samplesOf<AssetFileRepository>(AssetFileRepository, (transaction) => ({
    findReferenced: [[[HASH]]],
    list: [
      [ID, undefined, PAGE],
      [ID, 'form_media', PAGE],
    ],
    allOf: [[ID]],
    mediaOf: [[ID]],
    formerMediaOf: [[ID, ['towns.csv']], [ID]],
    hashesOf: [[ID]],
    isDeployed: [[ID]],
    listCopyable: [[transaction, ID]],
    find: [[ID, UID]],
    insert: [[transaction, FILE]],
    insertAll: [[transaction, [FILE, { ...FILE, uid: 'second', name: 'fish.png' }]]],
    retire: [[transaction, ID, NOW]],
    remove: [[transaction, ID]],
  })),
  samplesOf<RenditionRepository>(RenditionRepository, () => ({
    findReferenced: [[[HASH]]],
    find: [[HASH, 240]],
    insert: [[RENDITION]],
    findCreatedBefore: [[NOW], [NOW, RENDITION]],
    remove: [[RENDITION]],
  })),
];
