import { readAccessTable } from '../../../support/access-table';
import { asset } from './asset-path';
import type { Subject } from './subject';

const HOOK = { name: 'Elsewhere', endpoint: 'https://data.example.org/in', active: false };

export const HOOK_ACCESS: Subject = {
  table: readAccessTable(`
                                owner superuser manager editor viewer reader enumerator stranger anonymous | public/stranger public/anonymous data/anonymous intake/stranger intake/anonymous
  GET hooks                      200   200       200     404    404    404    404       404      404      |  404             404              404            404             404
  POST hooks                     201   201       201     404    404    404    404       404      404      |  404             404              404            404             404
  GET hook                       200   200       200     404    404    404    404       404      404      |  404             404              404            404             404
  PATCH hook                     200   200       200     404    404    404    404       404      404      |  404             404              404            404             404
  PUT hook                       200   200       200     404    404    404    404       404      404      |  404             404              404            404             404
  DELETE hook                    204   204       204     404    404    404    404       404      404      |  404             404              404            404             404
  GET hook's logs                200   200       200     404    404    404    404       404      404      |  404             404              404            404             404
  GET hook's log                 200   200       200     404    404    404    404       404      404      |  404             404              404            404             404
  PATCH hook/retry               400   400       400     404    404    404    404       404      404      |  404             404              404            404             404
  PATCH log/retry                400   400       400     404    404    404    404       404      404      |  404             404              404            404             404
`),
  requests: {
    'GET hooks': {
      path: 'GET /api/v2/assets/:uid/hooks',
      send: (caller, { uid }) => caller.get(asset(uid, 'hooks/')),
    },
    'POST hooks': {
      path: 'POST /api/v2/assets/:uid/hooks',
      send: (caller, { uid }) => caller.post(asset(uid, 'hooks/')).send(HOOK),
    },
    'GET hook': {
      path: 'GET /api/v2/assets/:uid/hooks/:hook',
      send: (caller, { uid, hook }) => caller.get(asset(uid, `hooks/${hook}/`)),
    },
    'PATCH hook': {
      path: 'PATCH /api/v2/assets/:uid/hooks/:hook',
      send: (caller, { uid, hook }) => caller.patch(asset(uid, `hooks/${hook}/`)).send(HOOK),
    },
    'PUT hook': {
      path: 'PUT /api/v2/assets/:uid/hooks/:hook',
      send: (caller, { uid, hook }) => caller.put(asset(uid, `hooks/${hook}/`)).send(HOOK),
    },
    'DELETE hook': {
      path: 'DELETE /api/v2/assets/:uid/hooks/:hook',
      send: (caller, { uid, hook }) => caller.delete(asset(uid, `hooks/${hook}/`)),
      ownTarget: { parts: ['delivery'] },
    },
    "GET hook's logs": {
      path: 'GET /api/v2/assets/:uid/hooks/:hook/logs',
      send: (caller, { uid, hook }) => caller.get(asset(uid, `hooks/${hook}/logs/`)),
    },
    "GET hook's log": {
      path: 'GET /api/v2/assets/:uid/hooks/:hook/logs/:log',
      send: (caller, { uid, hook, log }) => caller.get(asset(uid, `hooks/${hook}/logs/${log}/`)),
    },
    'PATCH hook/retry': {
      path: 'PATCH /api/v2/assets/:uid/hooks/:hook/retry',
      send: (caller, { uid, hook }) => caller.patch(asset(uid, `hooks/${hook}/retry/`)),
    },
    'PATCH log/retry': {
      path: 'PATCH /api/v2/assets/:uid/hooks/:hook/logs/:log/retry',
      send: (caller, { uid, hook, log }) => caller.patch(asset(uid, `hooks/${hook}/logs/${log}/retry/`)),
    },
  },
};
