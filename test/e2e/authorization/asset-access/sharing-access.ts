import { readAccessTable } from '../../../support/access-table';
import { asset } from './asset-path';
import type { Subject } from './subject';

const assignment = { user: '/api/v2/users/newcomer/', permission: '/api/v2/permissions/view_asset/' };

export const SHARING_ACCESS: Subject = {
  table: readAccessTable(`
                                owner superuser manager editor viewer reader enumerator stranger anonymous | public/stranger public/anonymous data/anonymous intake/stranger intake/anonymous
  GET assignments                200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  POST assignments               201   201       201     403    403    403    404       404      404      |  403             401              401            404             404
  POST assignments/bulk          200   200       200     403    403    403    404       404      404      |  403             401              401            404             404
  DELETE guest's assignments     204   204       204     403    403    403    404       404      404      |  403             401              401            404             404
  PATCH assignments/clone        200   200       200     403    403    403    404       404      404      |  403             401              401            404             404
  GET owner's assignment         200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  DELETE owner's assignment      409   409       409     403    403    403    404       404      404      |  403             401              401            404             404
  GET guest's assignment         200   200       200     404    404    404    404       404      404      |  404             404              404            404             404
  DELETE guest's assignment      204   204       204     404    404    404    404       404      404      |  404             404              404            404             404
  GET collector-links            200   200       200     404    404    404    404        404      404      |  404             404              404            404             404
  POST collector-links           201   201       201     404    404    404    404        404      404      |  404             404              404            404             404
  DELETE collector-link          204   204       204     404    404    404    404        404      404      |  404             404              404            404             404
`),
  requests: {
    'GET assignments': {
      path: 'GET /api/v2/assets/:uid/permission-assignments',
      send: (caller, { uid }) => caller.get(asset(uid, 'permission-assignments/')),
    },
    'POST assignments': {
      path: 'POST /api/v2/assets/:uid/permission-assignments',
      send: (caller, { uid }) => caller.post(asset(uid, 'permission-assignments/')).send(assignment),
    },
    'POST assignments/bulk': {
      path: 'POST /api/v2/assets/:uid/permission-assignments/bulk',
      send: (caller, { uid }) => caller.post(asset(uid, 'permission-assignments/bulk/')).send([assignment]),
      ownTarget: { parts: [] },
    },
    "DELETE guest's assignments": {
      path: 'DELETE /api/v2/assets/:uid/permission-assignments/bulk',
      send: (caller, { uid }) =>
        caller.delete(asset(uid, 'permission-assignments/bulk/')).send({ username: 'guest' }),
      ownTarget: { parts: [] },
    },
    'PATCH assignments/clone': {
      path: 'PATCH /api/v2/assets/:uid/permission-assignments/clone',
      send: (caller, { uid }) =>
        caller.patch(asset(uid, 'permission-assignments/clone/')).send({ clone_from: uid }),
    },
    "GET owner's assignment": {
      path: 'GET /api/v2/assets/:uid/permission-assignments/:assignment',
      send: (caller, { ownersAssignment }) => caller.get(ownersAssignment),
    },
    "DELETE owner's assignment": {
      path: 'DELETE /api/v2/assets/:uid/permission-assignments/:assignment',
      send: (caller, { ownersAssignment }) => caller.delete(ownersAssignment),
    },
    "GET guest's assignment": {
      path: 'GET /api/v2/assets/:uid/permission-assignments/:assignment',
      send: (caller, { guestsAssignment }) => caller.get(guestsAssignment),
    },
    "DELETE guest's assignment": {
      path: 'DELETE /api/v2/assets/:uid/permission-assignments/:assignment',
      send: (caller, { guestsAssignment }) => caller.delete(guestsAssignment),
      ownTarget: { parts: [] },
    },
    'GET collector-links': {
      path: 'GET /api/v2/assets/:uid/collector-links',
      send: (caller, { uid }) => caller.get(asset(uid, 'collector-links/')),
    },
    'POST collector-links': {
      path: 'POST /api/v2/assets/:uid/collector-links',
      send: (caller, { uid }) => caller.post(asset(uid, 'collector-links/')).send({ name: 'March' }),
      ownTarget: { parts: [] },
    },
    'DELETE collector-link': {
      path: 'DELETE /api/v2/assets/:uid/collector-links/:link',
      send: (caller, { uid, link }) => caller.delete(asset(uid, `collector-links/${link}/`)),
      ownTarget: { parts: ['link'] },
    },
  },
};
