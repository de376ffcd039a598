import { readAssetOrder } from '../../../src/domain/query/asset-field';
import { readAssetSearch } from '../../../src/domain/query/asset-search';
import { ProjectViewRepository } from '../../../src/modules/asset/project-view/project-view.repository';
import { ID, NOW, UID } from './sample-rows';
import { samplesOf } from './samples';

const PAGE = { limit: 10, start: 20 };
const SEARCH = readAssetSearch('name:wells').filter;
const VIEW = { uid: 'view', name: 'All', countries: ['*'], permissions: ['view_asset'], dateCreated: NOW };

export const projectViewSamples = [
  samplesOf<ProjectViewRepository>(ProjectViewRepository, (transaction) => ({
    assets: [
      [['FRA'], undefined, [], PAGE],
      [['FRA'], undefined, readAssetOrder('name', false), PAGE],
      [['FRA'], SEARCH, readAssetOrder('name', false), PAGE],
    ],
    counts: [[['FRA'], undefined]],
    listUsers: [[['FRA'], ID, PAGE]],
    listAssetIds: [[['FRA'], readAssetOrder('name', false)]],
    assetsOf: [[['FRA'], [ID]]],
    listUserIds: [[['FRA'], ID]],
    usersOf: [[['FRA'], [ID]]],
    list: [
      [undefined, PAGE],
      [ID, PAGE],
    ],
    find: [[UID]],
    isAssigned: [[ID, ID]],
    assignments: [[[ID]]],
    insert: [[transaction, VIEW]],
    update: [[transaction, ID, { name: 'All', countries: ['*'], permissions: ['view_asset'] }]],
    assign: [[transaction, ID, [ID]]],
    delete: [[transaction, ID]],
  })),
];
