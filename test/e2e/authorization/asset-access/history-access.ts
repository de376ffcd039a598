import { readAccessTable } from '../../../support/access-table';
import { asset } from './asset-path';
import type { Subject } from './subject';

export const HISTORY_ACCESS: Subject = {
  table: readAccessTable(`
                                owner superuser manager editor viewer reader enumerator stranger anonymous | public/stranger public/anonymous data/anonymous intake/stranger intake/anonymous
  GET history                    200   200       200     403    403    403    403       403      401      |  403             401              401            403             401
  GET history/actions            200   200       200     403    403    403    403       403      401      |  403             401              401            403             401
  GET history/export.csv         200   200       200     403    403    403    403       403      401      |  403             401              401            403             401
  POST history/export            202   202       202     403    403    403    403       403      401      |  403             401              401            403             401
  GET data/id/history            200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET data/id/notes              200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  POST data/id/notes             201   201       201     404    404    403    404        404      404      |  404             404              401            404             404
`),
  requests: {
    'GET history': {
      path: 'GET /api/v2/assets/:uid/history',
      send: (caller, { uid }) => caller.get(asset(uid, 'history/')),
    },
    'GET history/actions': {
      path: 'GET /api/v2/assets/:uid/history/actions',
      send: (caller, { uid }) => caller.get(asset(uid, 'history/actions/')),
    },
    'GET history/export.csv': {
      path: 'GET /api/v2/assets/:uid/history/export.csv',
      send: (caller, { uid }) => caller.get(asset(uid, 'history/export.csv').replace(/\/$/, '')),
    },
    'POST history/export': {
      path: 'POST /api/v2/assets/:uid/history/export',
      send: (caller, { uid }) => caller.post(asset(uid, 'history/export/')),
    },
    'GET data/id/history': {
      path: 'GET /api/v2/assets/:uid/data/:id/history',
      send: (caller, { uid, submissionId }) => caller.get(asset(uid, `data/${submissionId}/history/`)),
    },
    'GET data/id/notes': {
      path: 'GET /api/v2/assets/:uid/data/:id/notes',
      send: (caller, { uid, submissionId }) => caller.get(asset(uid, `data/${submissionId}/notes/`)),
    },
    'POST data/id/notes': {
      path: 'POST /api/v2/assets/:uid/data/:id/notes',
      send: (caller, { uid, submissionId }) =>
        caller.post(asset(uid, `data/${submissionId}/notes/`)).send({ body: 'Which well?' }),
    },
  },
};
