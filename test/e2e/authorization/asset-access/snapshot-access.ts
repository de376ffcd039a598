import { readAccessTable } from '../../../support/access-table';
import { asset } from './asset-path';
import type { Subject } from './subject';

export const SNAPSHOT_ACCESS: Subject = {
  table: readAccessTable(`
                                owner superuser manager editor viewer reader enumerator stranger anonymous | public/stranger public/anonymous data/anonymous intake/stranger intake/anonymous
  POST snapshots                 201   201       201     201    201    201    403       403      401      |  201             201              201            403             401
  GET snapshot                   200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  GET snapshot's page            200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  GET snapshot/preview           302   302       302     302    302    302    404       404      404      |  302             302              302            404             404
  DELETE snapshot                204   204       403     403    403    403    404       404      401      |  403             401              401            404             401
`),
  requests: {
    'POST snapshots': {
      path: 'POST /api/v2/asset_snapshots',
      send: (caller, { uid }) => caller.post('/api/v2/asset_snapshots/').send({ asset: asset(uid) }),
    },
    'GET snapshot': {
      path: 'GET /api/v2/asset_snapshots/:snapshot',
      send: (caller, { snapshot }) => caller.get(snapshot),
    },
    "GET snapshot's page": {
      path: 'GET /api/v2/asset_snapshots/:snapshot/xform',
      send: (caller, { snapshot }) => caller.get(`${snapshot}xform/`),
    },
    // Without Enketo an authorized caller gets a 409.
    'GET snapshot/preview': {
      path: 'GET /api/v2/asset_snapshots/:snapshot/preview',
      send: (caller, { snapshot }) => caller.get(`${snapshot}preview/`),
    },
    'DELETE snapshot': {
      path: 'DELETE /api/v2/asset_snapshots/:snapshot',
      send: (caller, { snapshot }) => caller.delete(snapshot),
      ownTarget: { parts: ['snapshot'] },
    },
  },
};
