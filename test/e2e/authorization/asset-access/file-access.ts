import { randomUUID } from 'node:crypto';
import { readAccessTable } from '../../../support/access-table';
import { asset } from './asset-path';
import type { Subject } from './subject';
import { picture } from './target';

export const FILE_ACCESS: Subject = {
  table: readAccessTable(`
                                owner superuser manager editor viewer reader enumerator stranger anonymous | public/stranger public/anonymous data/anonymous intake/stranger intake/anonymous
  GET files                      200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  GET file                       200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  GET file/content               200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  POST files                     201   201       201     201    403    403    404       404      404      |  403             401              401            404             404
  DELETE file                    204   204       204     204    403    403    404       404      404      |  403             401              401            404             404
  GET pairings                   200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  POST pairings                  400   400       400     400    403    403    404       404      404      |  403             401              401            404             404
  GET pairing                    200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  PATCH pairing                  200   200       200     200    403    403    404       404      404      |  403             401              401            404             404
  DELETE pairing                 204   204       204     204    403    403    404       404      404      |  403             401              401            404             404
  GET pairing/external           200   200       200     404    404    404    200       404      404      |  404             404              404            200             200
  GET pairing/external.xml       200   200       200     404    404    404    200       404      404      |  404             404              404            200             200
`),
  requests: {
    'GET files': {
      path: 'GET /api/v2/assets/:uid/files',
      send: (caller, { uid }) => caller.get(asset(uid, 'files/')),
    },
    'GET file': {
      path: 'GET /api/v2/assets/:uid/files/:file',
      send: (caller, { uid, file }) => caller.get(asset(uid, `files/${file}/`)),
    },
    'GET file/content': {
      path: 'GET /api/v2/assets/:uid/files/:file/content',
      send: (caller, { uid, file }) => caller.get(asset(uid, `files/${file}/content/`)),
    },
    'POST files': {
      path: 'POST /api/v2/assets/:uid/files',
      send: (caller, { uid }) => caller.post(asset(uid, 'files/')).send(picture(`${randomUUID()}.png`)),
    },
    'DELETE file': {
      path: 'DELETE /api/v2/assets/:uid/files/:file',
      send: (caller, { uid, file }) => caller.delete(asset(uid, `files/${file}/`)),
      ownTarget: { parts: ['file'] },
    },
    'GET pairings': {
      path: 'GET /api/v2/assets/:uid/paired-data',
      send: (caller, { uid }) => caller.get(asset(uid, 'paired-data/')),
    },
    'POST pairings': {
      path: 'POST /api/v2/assets/:uid/paired-data',
      send: (caller, { uid }) =>
        caller.post(asset(uid, 'paired-data/')).send({ source: asset(uid), filename: 'cities' }),
    },
    'GET pairing': {
      path: 'GET /api/v2/assets/:uid/paired-data/:pair',
      send: (caller, { uid, pairedData }) => caller.get(asset(uid, `paired-data/${pairedData}/`)),
    },
    'PATCH pairing': {
      path: 'PATCH /api/v2/assets/:uid/paired-data/:pair',
      send: (caller, { uid, pairedData }) =>
        caller.patch(asset(uid, `paired-data/${pairedData}/`)).send({ fields: ['person/name'] }),
    },
    'DELETE pairing': {
      path: 'DELETE /api/v2/assets/:uid/paired-data/:pair',
      send: (caller, { uid, pairedData }) => caller.delete(asset(uid, `paired-data/${pairedData}/`)),
      ownTarget: { parts: ['pairing'] },
    },
    'GET pairing/external': {
      path: 'GET /api/v2/assets/:uid/paired-data/:pair/external',
      send: (caller, { uid, pairedData }) => caller.get(asset(uid, `paired-data/${pairedData}/external/`)),
    },
    'GET pairing/external.xml': {
      path: 'GET /api/v2/assets/:uid/paired-data/:pair/external.xml',
      send: (caller, { uid, pairedData }) => caller.get(asset(uid, `paired-data/${pairedData}/external.xml`)),
    },
  },
};
