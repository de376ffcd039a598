import { EXPORT_DEFAULTS } from '../../../factories/export.factory';
import { readAccessTable } from '../../../support/access-table';
import { asset } from './asset-path';
import type { Subject } from './subject';
import { SETTING } from './target';

export const EXPORT_ACCESS: Subject = {
  table: readAccessTable(`
                                owner superuser manager editor viewer reader enumerator stranger anonymous | public/stranger public/anonymous data/anonymous intake/stranger intake/anonymous
  GET exports                    200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  POST exports                   201   201       201     404    404    201    404        404      404      |  404             404              201            404             404
  GET owner's export             200   404       404     404    404    404    404        404      404      |  404             404              404            404             404
  DELETE owner's export          204   404       404     404    404    404    404        404      404      |  404             404              404            404             404
  GET export's file              200   200       403     403    403    403    403        403      403      |  403             403              403            403             403
  GET export-settings            200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  POST export-settings           201   201       201     404    404    403    404        404      404      |  404             404              401            404             404
  GET export setting             200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  PATCH export setting           200   200       200     404    404    403    404        404      404      |  404             404              401            404             404
  PUT export setting             200   200       200     404    404    403    404        404      404      |  404             404              401            404             404
  DELETE export setting          204   204       204     404    404    403    404        404      404      |  404             404              401            404             404
  GET setting's data.csv         200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET setting's data.xlsx        200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET odata                      200   200       200     404    404    200    404        404      401      |  404             401              200            404             401
  GET odata/$metadata            200   200       200     404    404    200    404        404      401      |  404             401              200            404             401
  GET odata/set                  200   200       200     404    404    200    404        404      401      |  404             401              200            404             401
  GET odata/set/$count           200   200       200     404    404    200    404        404      401      |  404             401              200            404             401
  GET odata/row/set/$count       200   200       200     404    404    200    404        404      401      |  404             401              200            404             401
`),
  requests: {
    'GET exports': {
      path: 'GET /api/v2/assets/:uid/exports',
      send: (caller, { uid }) => caller.get(asset(uid, 'exports/')),
    },
    'POST exports': {
      path: 'POST /api/v2/assets/:uid/exports',
      send: (caller, { uid }) =>
        caller.post(asset(uid, 'exports/')).send({ ...EXPORT_DEFAULTS, type: 'xls' }),
      ownTarget: { parts: ['submission'] },
    },
    "GET owner's export": {
      path: 'GET /api/v2/assets/:uid/exports/:export',
      send: (caller, { uid, export: of }) => caller.get(asset(uid, `exports/${of}/`)),
    },
    "DELETE owner's export": {
      path: 'DELETE /api/v2/assets/:uid/exports/:export',
      send: (caller, { uid, export: of }) => caller.delete(asset(uid, `exports/${of}/`)),
      ownTarget: { parts: ['export'] },
    },
    "GET export's file": {
      path: 'GET /private-media/:username/exports/:uid/:file',
      send: (caller, { exported }) => caller.get(exported),
    },
    'GET export-settings': {
      path: 'GET /api/v2/assets/:uid/export-settings',
      send: (caller, { uid }) => caller.get(asset(uid, 'export-settings/')),
    },
    'POST export-settings': {
      path: 'POST /api/v2/assets/:uid/export-settings',
      send: (caller, { uid }) => caller.post(asset(uid, 'export-settings/')).send(SETTING),
    },
    'GET export setting': {
      path: 'GET /api/v2/assets/:uid/export-settings/:setting',
      send: (caller, { setting }) => caller.get(setting),
    },
    'PATCH export setting': {
      path: 'PATCH /api/v2/assets/:uid/export-settings/:setting',
      send: (caller, { setting }) => caller.patch(setting).send({ name: 'Daily' }),
    },
    'PUT export setting': {
      path: 'PUT /api/v2/assets/:uid/export-settings/:setting',
      send: (caller, { setting }) => caller.put(setting).send(SETTING),
    },
    'DELETE export setting': {
      path: 'DELETE /api/v2/assets/:uid/export-settings/:setting',
      send: (caller, { setting }) => caller.delete(setting),
      ownTarget: { parts: ['setting'] },
    },
    "GET setting's data.csv": {
      path: 'GET /api/v2/assets/:uid/export-settings/:setting/data.csv',
      send: (caller, { setting }) => caller.get(`${setting}data.csv`),
    },
    "GET setting's data.xlsx": {
      path: 'GET /api/v2/assets/:uid/export-settings/:setting/data.xlsx',
      send: (caller, { setting }) => caller.get(`${setting}data.xlsx`),
    },
    'GET odata': {
      path: 'GET /api/v2/assets/:uid/odata',
      send: (caller, { uid }) => caller.get(asset(uid, 'odata/')),
    },
    'GET odata/$metadata': {
      path: 'GET /api/v2/assets/:uid/odata/$metadata',
      send: (caller, { uid }) => caller.get(asset(uid, 'odata/$metadata')),
    },
    'GET odata/set': {
      path: 'GET /api/v2/assets/:uid/odata/:set',
      send: (caller, { uid }) => caller.get(asset(uid, 'odata/Submissions')),
    },
    'GET odata/set/$count': {
      path: 'GET /api/v2/assets/:uid/odata/:set/:below',
      send: (caller, { uid }) => caller.get(asset(uid, 'odata/Submissions/$count')),
    },
    'GET odata/row/set/$count': {
      path: 'GET /api/v2/assets/:uid/odata/:set/:below/:further',
      send: (caller, { uid, submissionId }) =>
        caller.get(asset(uid, `odata/Submissions(${submissionId})/child/$count`)),
    },
  },
};
