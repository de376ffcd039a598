import { readAccessTable } from '../../../support/access-table';
import { asset } from './asset-path';
import type { Subject } from './subject';

const APPROVED = { 'validation_status.uid': 'validation_status_approved' };
const many = (id: number) => ({
  payload: { ...APPROVED, submission_ids: [id], data: { remark: 'seen' } },
});

export const SUBMISSION_ACCESS: Subject = {
  table: readAccessTable(`
                                owner superuser manager editor viewer reader enumerator stranger anonymous | public/stranger public/anonymous data/anonymous intake/stranger intake/anonymous
  GET data                       200   200       200     404    404    200    404       404      404      |  404             404              200            404             404
  PATCH data (no such verb)      405   405       405     404    404    405    404       404      404      |  404             404              405            404             404
  POST data                      201   201       201     404    404    403    201        404      404      |  404             404              401            201             201
  GET data/id                    200   200       200     404    404    200    404       404      404      |  404             404              200            404             404
  GET data/id.xml                200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET data/id.geojson            200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET data/id/enketo/edit        200   200       200     404    404    404    404        404      404      |  404             404              404            404             404
  GET data/id/edit               200   200       200     404    404    404    404        404      404      |  404             404              404            404             404
  GET data/id/enketo/view        200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET data/id/redirect/edit      302   302       302     404    404    404    404        404      404      |  404             404              404            404             404
  GET data/id/redirect/view      302   302       302     404    404    302    404        404      404      |  404             404              302            404             404
  GET data.xml                   200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET data.geojson               200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET map-clusters               200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET data.csv                   200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET data.xlsx                  200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET data.kml                   200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET data.zip                   200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET audit.csv                  200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET data.ndjson                200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET data/changes               200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET verdict                    200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  DELETE data/id                 204   204       204     404    404    403    404        404      404      |  404             404              401            404             404
  DELETE data/bulk               200   200       200     404    404    403    404        404      404      |  404             404              401            404             404
  GET data/deleted               200   200       200     404    404    403    404        404      404      |  404             404              401            404             404
  GET data/deleted/id            200   200       200     404    404    403    404        404      404      |  404             404              401            404             404
  POST data/deleted/restore      200   200       200     404    404    403    404        404      404      |  404             404              401            404             404
  DELETE data/deleted            200   200       200     404    404    403    404        404      404      |  404             404              401            404             404
  PATCH data/bulk                200   200       200     404    404    403    404        404      404      |  404             404              401            404             404
  POST duplicate                 201   201       201     404    404    403    404        404      404      |  404             404              401            404             404
  PATCH verdict                  200   200       200     404    404    403    404        404      404      |  404             404              401            404             404
  DELETE verdict                 204   204       204     404    404    403    404        404      404      |  404             404              401            404             404
  PATCH verdicts                 200   200       200     404    404    403    404        404      404      |  404             404              401            404             404
  DELETE verdicts                200   200       200     404    404    403    404        404      404      |  404             404              401            404             404
  POST verdicts/undo             400   400       400     404    404    403    404        404      404      |  404             404              401            404             404
  GET counts                     200   200       200     404    404    200    404       404      404      |  404             404              200            404             404
  GET counts/users               200   200       200     404    404    200    404       404      404      |  404             404              200            404             404
  GET entity-problems            200   200       200     404    404    200    404       404      404      |  404             404              200            404             404
  GET reports                    200   200       200     403    403    200    404       404      404      |  403             401              200            404             404
  GET reports page               200   200       200     403    403    200    404       404      404      |  403             401              200            404             404
`),
  requests: {
    'GET data': {
      path: 'GET /api/v2/assets/:uid/data',
      send: (caller, { uid }) => caller.get(asset(uid, 'data/')),
    },
    'PATCH data (no such verb)': {
      path: '',
      send: (caller, { uid }) => caller.patch(asset(uid, 'data/')).send({}),
    },
    'POST data': {
      path: 'POST /api/v2/assets/:uid/data',
      send: (caller, { uid }) => caller.post(asset(uid, 'data/')).send({ consent: 'yes' }),
    },
    'GET data/id': {
      path: 'GET /api/v2/assets/:uid/data/:id',
      send: (caller, { uid, submissionId }) => caller.get(asset(uid, `data/${submissionId}/`)),
    },
    'GET data/id.xml': {
      path: 'GET /api/v2/assets/:uid/data/:id.xml',
      send: (caller, { uid, submissionId }) => caller.get(asset(uid, `data/${submissionId}.xml`)),
    },
    'GET data/id.geojson': {
      path: 'GET /api/v2/assets/:uid/data/:id.geojson',
      send: (caller, { uid, submissionId }) => caller.get(asset(uid, `data/${submissionId}/?format=geojson`)),
    },
    'GET data/id/enketo/edit': {
      path: 'GET /api/v2/assets/:uid/data/:id/enketo/edit',
      send: (caller, { uid, submissionId }) => caller.get(asset(uid, `data/${submissionId}/enketo/edit/`)),
    },
    'GET data/id/edit': {
      path: 'GET /api/v2/assets/:uid/data/:id/edit',
      send: (caller, { uid, submissionId }) => caller.get(asset(uid, `data/${submissionId}/edit/`)),
    },
    'GET data/id/enketo/view': {
      path: 'GET /api/v2/assets/:uid/data/:id/enketo/view',
      send: (caller, { uid, submissionId }) => caller.get(asset(uid, `data/${submissionId}/enketo/view/`)),
    },
    'GET data/id/redirect/edit': {
      path: 'GET /api/v2/assets/:uid/data/:id/enketo/redirect/edit',
      send: (caller, { uid, submissionId }) =>
        caller.get(asset(uid, `data/${submissionId}/enketo/redirect/edit/`)),
    },
    'GET data/id/redirect/view': {
      path: 'GET /api/v2/assets/:uid/data/:id/enketo/redirect/view',
      send: (caller, { uid, submissionId }) =>
        caller.get(asset(uid, `data/${submissionId}/enketo/redirect/view/`)),
    },
    'GET data.xml': {
      path: 'GET /api/v2/assets/:uid/data.xml',
      send: (caller, { uid }) => caller.get(asset(uid, 'data/?format=xml')),
    },
    'GET data.geojson': {
      path: 'GET /api/v2/assets/:uid/data.geojson',
      send: (caller, { uid }) => caller.get(asset(uid, 'data/?format=geojson')),
    },
    'GET map-clusters': {
      path: 'GET /api/v2/assets/:uid/map-clusters',
      send: (caller, { uid }) =>
        caller.get(asset(uid, 'map-clusters/?question=place&bbox=-180,-90,180,90&zoom=0')),
    },
    'GET data.csv': {
      path: 'GET /api/v2/assets/:uid/data.csv',
      send: (caller, { uid }) => caller.get(`/api/v2/assets/${uid}/data.csv`),
    },
    'GET data.xlsx': {
      path: 'GET /api/v2/assets/:uid/data.xlsx',
      send: (caller, { uid }) => caller.get(`/api/v2/assets/${uid}/data.xlsx`),
    },
    'GET data.kml': {
      path: 'GET /api/v2/assets/:uid/data.kml',
      send: (caller, { uid }) => caller.get(`/api/v2/assets/${uid}/data.kml`),
    },
    'GET data.zip': {
      path: 'GET /api/v2/assets/:uid/data.zip',
      send: (caller, { uid }) => caller.get(`/api/v2/assets/${uid}/data.zip`),
    },
    'GET audit.csv': {
      path: 'GET /api/v2/assets/:uid/audit.csv',
      send: (caller, { uid }) => caller.get(`/api/v2/assets/${uid}/audit.csv`),
    },
    'GET data.ndjson': {
      path: 'GET /api/v2/assets/:uid/data.ndjson',
      send: (caller, { uid }) => caller.get(`/api/v2/assets/${uid}/data.ndjson`).buffer(false),
    },
    'GET data/changes': {
      path: 'GET /api/v2/assets/:uid/data/changes',
      send: (caller, { uid }) => caller.get(asset(uid, 'data/changes/')),
    },
    'GET verdict': {
      path: 'GET /api/v2/assets/:uid/data/:id/validation_status',
      send: (caller, { uid, submissionId }) =>
        caller.get(asset(uid, `data/${submissionId}/validation_status/`)),
    },
    'DELETE data/id': {
      path: 'DELETE /api/v2/assets/:uid/data/:id',
      send: (caller, { uid, submissionId }) => caller.delete(asset(uid, `data/${submissionId}/`)),
      ownTarget: { parts: ['submission'] },
    },
    'DELETE data/bulk': {
      path: 'DELETE /api/v2/assets/:uid/data/bulk',
      send: (caller, { uid, submissionId }) =>
        caller.delete(asset(uid, 'data/bulk/')).send(many(submissionId)),
      ownTarget: { parts: ['submission'] },
    },
    'GET data/deleted': {
      path: 'GET /api/v2/assets/:uid/data/deleted',
      send: (caller, { uid }) => caller.get(asset(uid, 'data/deleted/')),
    },
    'GET data/deleted/id': {
      path: 'GET /api/v2/assets/:uid/data/deleted/:id',
      send: (caller, { uid, deletedId }) => caller.get(asset(uid, `data/deleted/${deletedId}/`)),
    },
    'POST data/deleted/restore': {
      path: 'POST /api/v2/assets/:uid/data/deleted/restore',
      send: (caller, { uid, deletedId }) =>
        caller.post(asset(uid, 'data/deleted/restore/')).send(many(deletedId)),
      ownTarget: { parts: ['deleted'] },
    },
    'DELETE data/deleted': {
      path: 'DELETE /api/v2/assets/:uid/data/deleted',
      send: (caller, { uid, deletedId }) => caller.delete(asset(uid, 'data/deleted/')).send(many(deletedId)),
      ownTarget: { parts: ['deleted'] },
    },
    'PATCH data/bulk': {
      path: 'PATCH /api/v2/assets/:uid/data/bulk',
      send: (caller, { uid, submissionId }) =>
        caller.patch(asset(uid, 'data/bulk/')).send(many(submissionId)),
      ownTarget: { parts: ['submission'] },
    },
    'POST duplicate': {
      path: 'POST /api/v2/assets/:uid/data/:id/duplicate',
      send: (caller, { uid, submissionId }) => caller.post(asset(uid, `data/${submissionId}/duplicate/`)),
      ownTarget: { parts: ['submission'] },
    },
    'PATCH verdict': {
      path: 'PATCH /api/v2/assets/:uid/data/:id/validation_status',
      send: (caller, { uid, submissionId }) =>
        caller.patch(asset(uid, `data/${submissionId}/validation_status/`)).send(APPROVED),
      ownTarget: { parts: ['submission'] },
    },
    'DELETE verdict': {
      path: 'DELETE /api/v2/assets/:uid/data/:id/validation_status',
      send: (caller, { uid, submissionId }) =>
        caller.delete(asset(uid, `data/${submissionId}/validation_status/`)),
      ownTarget: { parts: ['submission'] },
    },
    'PATCH verdicts': {
      path: 'PATCH /api/v2/assets/:uid/data/validation_statuses',
      send: (caller, { uid, submissionId }) =>
        caller.patch(asset(uid, 'data/validation_statuses/')).send(many(submissionId)),
      ownTarget: { parts: ['submission'] },
    },
    'DELETE verdicts': {
      path: 'DELETE /api/v2/assets/:uid/data/validation_statuses',
      send: (caller, { uid, submissionId }) =>
        caller.delete(asset(uid, 'data/validation_statuses/')).send(many(submissionId)),
      ownTarget: { parts: ['submission'] },
    },
    'POST verdicts/undo': {
      path: 'POST /api/v2/assets/:uid/data/validation_statuses/undo',
      send: (caller, { uid }) =>
        caller.post(asset(uid, 'data/validation_statuses/undo/')).send({ change_id: 'x' }),
    },
    'GET counts': {
      path: 'GET /api/v2/assets/:uid/counts',
      send: (caller, { uid }) => caller.get(asset(uid, 'counts/')),
    },
    'GET counts/users': {
      path: 'GET /api/v2/assets/:uid/counts/users',
      send: (caller, { uid }) => caller.get(asset(uid, 'counts/users/')),
    },
    'GET entity-problems': {
      path: 'GET /api/v2/assets/:uid/entity-problems',
      send: (caller, { uid }) => caller.get(asset(uid, 'entity-problems/')),
    },
    'GET reports': {
      path: 'GET /api/v2/assets/:uid/reports',
      send: (caller, { uid }) => caller.get(asset(uid, 'reports/')),
    },
    'GET reports page': {
      path: 'GET /projects/:uid/reports',
      send: (caller, { uid }) => caller.get(`/projects/${uid}/reports/`),
    },
  },
};
