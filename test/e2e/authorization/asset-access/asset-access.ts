import { readAccessTable } from '../../../support/access-table';
import { asset } from './asset-path';
import type { Subject } from './subject';
import { EVERY_PART } from './target';

export const ASSET_ACCESS: Subject = {
  table: readAccessTable(`
                                owner superuser manager editor viewer reader enumerator stranger anonymous | public/stranger public/anonymous data/anonymous intake/stranger intake/anonymous
  GET asset                      200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  PATCH asset                    200   200       200     200    403    403    404       404      401      |  403             401              401            404             401
  PUT asset                      200   200       200     200    403    403    404       404      401      |  403             401              401            404             401
  DELETE asset                   204   204       403     403    403    403    404       404      401      |  403             401              401            404             401
  POST assets/bulk               200   200       200     403    403    403    403       403      401      |  403             401              401            403             401
  GET asset.xls                  200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  GET asset.xml                  200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  GET asset.ssjson               200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  GET content                    200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  GET valid_content              200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  POST check                     200   200       200     200    403    403    404       404      401      |  403             401              401            404             401
  GET draft                      404   404       404     404    403    403    404       404      404      |  403             401              401            404             404
  PUT draft                      200   200       200     200    403    403    404       404      401      |  403             401              401            404             401
  DELETE draft                   204   204       204     204    403    403    404       404      401      |  403             401              401            404             401
  GET table_view page            200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  GET xls page                   200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  GET xform page                 200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  GET versions                   200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  GET version                    200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  GET deployment                 200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  GET deployment/entity-lists    200   200       200     200    403    403    404       404      404      |  403             401              401            404             404
  POST deployment                201   201       201     201    403    403    404       404      401      |  403             401              401            404             401
  PATCH deployment               200   200       200     200    403    403    404       404      401      |  403             401              401            404             401
  PUT deployment                 200   200       200     200    403    403    404       404      401      |  403             401              401            404             401
`),
  requests: {
    'GET asset': { path: 'GET /api/v2/assets/:uid', send: (caller, { uid }) => caller.get(asset(uid)) },
    'PATCH asset': {
      path: 'PATCH /api/v2/assets/:uid',
      send: (caller, { uid }) => caller.patch(asset(uid)).send({ tag_string: 'one,two' }),
    },
    'PUT asset': {
      path: 'PUT /api/v2/assets/:uid',
      send: (caller, { uid }) => caller.put(asset(uid)).send({ asset_type: 'survey' }),
    },
    'DELETE asset': {
      path: 'DELETE /api/v2/assets/:uid',
      send: (caller, { uid }) => caller.delete(asset(uid)),
      ownTarget: { parts: EVERY_PART },
    },
    'POST assets/bulk': {
      path: 'POST /api/v2/assets/bulk',
      send: (caller, { uid }) =>
        caller.post('/api/v2/assets/bulk/').send({ payload: { asset_uids: [uid], action: 'unarchive' } }),
    },
    'GET asset.xls': {
      path: 'GET /api/v2/assets/:uid.xls',
      send: (caller, { uid }) => caller.get(`/api/v2/assets/${uid}.xls`),
    },
    'GET asset.xml': {
      path: 'GET /api/v2/assets/:uid.xml',
      send: (caller, { uid }) => caller.get(`/api/v2/assets/${uid}.xml`),
    },
    'GET asset.ssjson': {
      path: 'GET /api/v2/assets/:uid.ssjson',
      send: (caller, { uid }) => caller.get(`/api/v2/assets/${uid}.ssjson`),
    },
    'GET content': {
      path: 'GET /api/v2/assets/:uid/content',
      send: (caller, { uid }) => caller.get(asset(uid, 'content/')),
    },
    'GET valid_content': {
      path: 'GET /api/v2/assets/:uid/valid_content',
      send: (caller, { uid }) => caller.get(asset(uid, 'valid_content/')),
    },
    'POST check': {
      path: 'POST /api/v2/assets/:uid/check',
      send: (caller, { uid }) => caller.post(asset(uid, 'check/')).send({ content: { survey: [] } }),
    },
    'GET draft': {
      path: 'GET /api/v2/assets/:uid/draft',
      send: (caller, { uid }) => caller.get(asset(uid, 'draft/')),
    },
    'PUT draft': {
      path: 'PUT /api/v2/assets/:uid/draft',
      send: (caller, { uid, version }) =>
        caller
          .put(asset(uid, 'draft/'))
          .send({ content: { survey: [] }, base_version_id: version.split('/').at(-2) }),
      ownTarget: { parts: [] },
    },
    'DELETE draft': {
      path: 'DELETE /api/v2/assets/:uid/draft',
      send: (caller, { uid }) => caller.delete(asset(uid, 'draft/')),
    },
    'GET table_view page': {
      path: 'GET /api/v2/assets/:uid/table_view',
      send: (caller, { uid }) => caller.get(asset(uid, 'table_view/')),
    },
    'GET xls page': {
      path: 'GET /api/v2/assets/:uid/xls',
      send: (caller, { uid }) => caller.get(asset(uid, 'xls/')),
    },
    'GET xform page': {
      path: 'GET /api/v2/assets/:uid/xform',
      send: (caller, { uid }) => caller.get(asset(uid, 'xform/')),
    },
    'GET versions': {
      path: 'GET /api/v2/assets/:uid/versions',
      send: (caller, { uid }) => caller.get(asset(uid, 'versions/')),
    },
    'GET version': {
      path: 'GET /api/v2/assets/:uid/versions/:version',
      send: (caller, { version }) => caller.get(version),
    },
    'GET deployment': {
      path: 'GET /api/v2/assets/:uid/deployment',
      send: (caller, { uid }) => caller.get(asset(uid, 'deployment/')),
    },
    'GET deployment/entity-lists': {
      path: 'GET /api/v2/assets/:uid/deployment/entity-lists',
      send: (caller, { uid }) => caller.get(asset(uid, 'deployment/entity-lists/')),
    },
    'POST deployment': {
      path: 'POST /api/v2/assets/:uid/deployment',
      send: (caller, { uid }) => caller.post(asset(uid, 'deployment/')).send({ active: true }),
      ownTarget: { isDraft: true, parts: [] },
    },
    'PATCH deployment': {
      path: 'PATCH /api/v2/assets/:uid/deployment',
      send: (caller, { uid }) => caller.patch(asset(uid, 'deployment/')).send({ active: true }),
    },
    'PUT deployment': {
      path: 'PUT /api/v2/assets/:uid/deployment',
      send: (caller, { uid }) => caller.put(asset(uid, 'deployment/')).send({ active: true }),
    },
  },
};
