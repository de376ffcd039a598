import { randomUUID } from 'node:crypto';
import type { Response, Test } from 'supertest';
import { RouteTable } from '../../../src/access/route-table';
import { grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { makePairing } from '../../factories/pairing.factory';
import { makeFailedDelivery } from '../../factories/hook.factory';
import { endOfExport, startExport, USUAL } from '../../factories/export.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { readAccessTable } from '../../support/access-table';
import { ANONYMOUS, type Caller, startApp, type TestApp } from '../../support/app';

/** What each caller holds on the asset. */
const GRANTED: Readonly<Record<string, string | undefined>> = {
  manager: 'manage_asset',
  editor: 'change_asset',
  viewer: 'view_asset',
  reader: 'view_submissions',
  enumerator: 'add_submissions',
};

/** What AnonymousUser holds on the asset: the word before the slash in a column's name. */
const OPENED: Readonly<Record<string, string>> = {
  public: 'view_asset',
  data: 'view_submissions',
  intake: 'add_submissions',
};

// contract-assets 0.4 for assets and what is nested below them, contract-data 4.5 for collectors.
const TABLE = readAccessTable(`
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
  GET table_view page            200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  GET xls page                   200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  GET xform page                 200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  GET versions                   200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  GET version                    200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  GET deployment                 200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  POST deployment                201   201       201     201    403    403    404       404      401      |  403             401              401            404             401
  PATCH deployment               200   200       200     200    403    403    404       404      401      |  403             401              401            404             401
  PUT deployment                 200   200       200     200    403    403    404       404      401      |  403             401              401            404             401
  GET assignments                200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  POST assignments               201   201       201     403    403    403    404       404      404      |  403             401              401            404             404
  POST assignments/bulk          200   200       200     403    403    403    404       404      404      |  403             401              401            404             404
  DELETE guest's assignments     204   204       204     403    403    403    404       404      404      |  403             401              401            404             404
  PATCH assignments/clone        200   200       200     403    403    403    404       404      404      |  403             401              401            404             404
  GET history                    200   200       200     403    403    403    403       403      401      |  403             401              401            403             401
  GET history/actions            200   200       200     403    403    403    403       403      401      |  403             401              401            403             401
  GET history/export.csv         200   200       200     403    403    403    403       403      401      |  403             401              401            403             401
  POST history/export            202   202       202     403    403    403    403       403      401      |  403             401              401            403             401
  GET owner's assignment         200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  DELETE owner's assignment      409   409       409     403    403    403    404       404      404      |  403             401              401            404             404
  GET guest's assignment         200   200       200     404    404    404    404       404      404      |  404             404              404            404             404
  DELETE guest's assignment      204   204       204     404    404    404    404       404      404      |  404             404              404            404             404
  POST snapshots                 201   201       201     201    201    201    403       403      401      |  201             201              201            403             401
  GET snapshot                   200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  GET snapshot's page            200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  GET snapshot/preview           409   409       409     409    409    409    404       404      404      |  409             409              409            404             404
  DELETE snapshot                204   204       403     403    403    403    404       404      401      |  403             401              401            404             401
  GET data                       200   200       200     404    404    200    404       404      404      |  404             404              200            404             404
  PATCH data (no such verb)      405   405       405     404    404    405    404       404      404      |  404             404              405            404             404
  POST data                      201   201       201     404    404    403    201        404      404      |  404             404              401            201             201
  GET data/id                    200   200       200     404    404    200    404       404      404      |  404             404              200            404             404
  GET data/id.xml                200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET data/id.geojson            200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET data/id/history            200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET data/id/enketo/edit        409   409       409     404    404    404    404        404      404      |  404             404              404            404             404
  GET data/id/edit               409   409       409     404    404    404    404        404      404      |  404             404              404            404             404
  GET data/id/enketo/view        409   409       409     404    404    409    404        404      404      |  404             404              409            404             404
  GET data/id/redirect/edit      409   409       409     404    404    404    404        404      404      |  404             404              404            404             404
  GET data/id/redirect/view      409   409       409     404    404    409    404        404      404      |  404             404              409            404             404
  GET collector-links            200   200       200     404    404    404    404        404      404      |  404             404              404            404             404
  POST collector-links           201   201       201     404    404    404    404        404      404      |  404             404              404            404             404
  DELETE collector-link          204   204       204     404    404    404    404        404      404      |  404             404              404            404             404
  GET data.xml                   200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET data.geojson               200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET data.csv                   200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET data.xlsx                  200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET data.ndjson                200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET data/changes               200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET verdict                    200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  DELETE data/id                 204   204       204     404    404    403    404        404      404      |  404             404              401            404             404
  DELETE data/bulk               200   200       200     404    404    403    404        404      404      |  404             404              401            404             404
  PATCH data/bulk                200   200       200     404    404    403    404        404      404      |  404             404              401            404             404
  POST duplicate                 201   201       201     404    404    403    404        404      404      |  404             404              401            404             404
  PATCH verdict                  200   200       200     404    404    403    404        404      404      |  404             404              401            404             404
  DELETE verdict                 204   204       204     404    404    403    404        404      404      |  404             404              401            404             404
  PATCH verdicts                 200   200       200     404    404    403    404        404      404      |  404             404              401            404             404
  DELETE verdicts                200   200       200     404    404    403    404        404      404      |  404             404              401            404             404
  GET attachment                 200   200       200     404    404    200    404       404      404      |  404             404              200            404             404
  GET attachments?xpath          200   200       200     404    404    200    404       404      404      |  404             404              200            404             404
  GET attachments.mp3?xpath      400   400       400     404    404    400    404       404      404      |  404             404              400            404             404
  GET attachment.mp3             400   400       400     404    404    400    404       404      404      |  404             404              400            404             404
  DELETE attachment              204   204       204     404    404    403    404        404      404      |  404             404              401            404             404
  DELETE attachments/bulk        202   202       202     404    404    403    404        404      404      |  404             404              401            404             404
  GET counts                     200   200       200     404    404    200    404       404      404      |  404             404              200            404             404
  GET reports                    200   200       200     403    403    200    404       404      404      |  403             401              200            404             404
  GET reports page               200   200       200     403    403    200    404       404      404      |  403             401              200            404             404
  GET attachment, small          200   200       200     404    404    200    404       404      404      |  404             404              200            404             404
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
  GET exports                    200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  POST exports                   201   201       201     404    404    201    404        404      404      |  404             404              201            404             404
  GET owner's export             200   404       404     404    404    404    404        404      404      |  404             404              404            404             404
  DELETE owner's export          204   404       404     404    404    404    404        404      404      |  404             404              404            404             404
  GET export's file              200   200       403     403    403    403    403        403      403      |  403             403              403            403             403
  GET odata                      200   200       200     404    404    200    404        404      401      |  404             401              200            404             401
  GET odata/$metadata            200   200       200     404    404    200    404        404      401      |  404             401              200            404             401
  GET odata/set                  200   200       200     404    404    200    404        404      401      |  404             401              200            404             401
  GET odata/set/$count           200   200       200     404    404    200    404        404      401      |  404             401              200            404             401
  GET odata/row/set/$count       200   200       200     404    404    200    404        404      401      |  404             401              200            404             401
  GET export-settings            200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  POST export-settings           201   201       201     404    404    403    404        404      404      |  404             404              401            404             404
  GET export setting             200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  PATCH export setting           200   200       200     404    404    403    404        404      404      |  404             404              401            404             404
  PUT export setting             200   200       200     404    404    403    404        404      404      |  404             404              401            404             404
  DELETE export setting          204   204       204     404    404    403    404        404      404      |  404             404              401            404             404
  GET setting's data.csv         200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET setting's data.xlsx        200   200       200     404    404    200    404        404      404      |  404             404              200            404             404
  GET form.xml                   200   200       200     404    404    404    200       404      401      |  404             401              401            200             200
  GET user's form.xml            200   200       200     404    404    404    200       404      401      |  404             401              401            200             200
  GET manifest                   200   200       200     404    404    404    200       404      401      |  404             401              401            200             200
  GET user's manifest            200   200       200     404    404    404    200       404      401      |  404             401              401            200             200
  GET form media                 200   200       200     404    404    404    200       404      401      |  404             401              401            200             200
  GET user's form media          200   200       200     404    404    404    200       404      401      |  404             401              401            200             200
  POST submission                201   201       201     403    403    403    201       403      401      |  403             401              401            201             401
  POST user's submission         201   201       201     403    403    403    201       403      401      |  403             401              401            201             201
  GET snapshot/manifest          200   200       200       404    404    404    200        404      404      |  404             404              404            200             200
  POST snapshot/submission       201   201       201       401    401    401    401        401      401      |  401             401              401            401             401
  GET link's form.xml            200   200       200     200    200    200    200       200      200      |  200             200              200            200             200
  GET link's manifest            200   200       200     200    200    200    200       200      200      |  200             200              200            200             200
  GET link's form media          200   200       200     200    200    200    200       200      200      |  200             200              200            200             200
  POST link's submission         201   201       201       201    201    201    201        201      201      |  201             201              201            201             201
  GET submissionList             200   200       200       404    404    200    404        404      401      |  404             401              401            404             401
  GET downloadSubmission         200   200       200       404    404    200    404        404      401      |  404             401              401            404             401
`);

const APPROVED = { 'validation_status.uid': 'validation_status_approved' };
const many = (id: number) => ({
  payload: { ...APPROVED, submission_ids: [id], data: { remark: 'seen' } },
});

/** What a request is made about. */
interface Target {
  readonly uid: string;
  readonly submissionId: number;
  readonly attachment: string;
  readonly ownersAssignment: string;
  readonly guestsAssignment: string;
  readonly snapshot: string;
  readonly version: string;
  readonly file: string;
  readonly link: string;
  /** Path of what collectors who have that link ask. */
  readonly way: string;
  /** Of the submission. */
  readonly root: string;
  /** One that is switched off, with a delivery that failed. */
  readonly hook: string;
  readonly log: string;
  readonly export: string;
  /** Path of its file. */
  readonly exported: string;
  readonly setting: string;
  readonly pairing: string;
}

interface Asked {
  /** As routes.txt writes it. */
  readonly path: string;
  readonly send: (caller: Caller, target: Target) => Test;
  /** The answer would differ the second time, so that every caller needs an asset of its own. */
  readonly once?: 'draft' | 'deployed';
}

const asset = (uid: string, below = ''): string => `/api/v2/assets/${uid}/${below}`;
const picture = (filename: string) => ({
  file_type: 'form_media',
  base64Encoded: 'data:image/png;base64,AAAA',
  metadata: { filename },
});
const SETTING = { name: 'Weekly', export_settings: USUAL };
const assignment = { user: '/api/v2/users/newcomer/', permission: '/api/v2/permissions/view_asset/' };

const HOOK = { name: 'Elsewhere', endpoint: 'https://data.example.org/in', active: false };

const ASKED: Readonly<Record<string, Asked>> = {
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
    once: 'deployed',
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
  'POST deployment': {
    path: 'POST /api/v2/assets/:uid/deployment',
    send: (caller, { uid }) => caller.post(asset(uid, 'deployment/')).send({ active: true }),
    once: 'draft',
  },
  'PATCH deployment': {
    path: 'PATCH /api/v2/assets/:uid/deployment',
    send: (caller, { uid }) => caller.patch(asset(uid, 'deployment/')).send({ active: true }),
  },
  'PUT deployment': {
    path: 'PUT /api/v2/assets/:uid/deployment',
    send: (caller, { uid }) => caller.put(asset(uid, 'deployment/')).send({ active: true }),
  },
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
    once: 'deployed',
  },
  "DELETE guest's assignments": {
    path: 'DELETE /api/v2/assets/:uid/permission-assignments/bulk',
    send: (caller, { uid }) =>
      caller.delete(asset(uid, 'permission-assignments/bulk/')).send({ username: 'guest' }),
    once: 'deployed',
  },
  'PATCH assignments/clone': {
    path: 'PATCH /api/v2/assets/:uid/permission-assignments/clone',
    send: (caller, { uid }) =>
      caller.patch(asset(uid, 'permission-assignments/clone/')).send({ clone_from: uid }),
  },
  'GET history': {
    path: 'GET /api/v2/assets/:uid/history',
    send: (caller, { uid }) => caller.get(asset(uid, 'history/')),
  },
  'GET history/actions': {
    path: 'GET /api/v2/assets/:uid/history/actions',
    send: (caller, { uid }) => caller.get(asset(uid, 'history/actions/')),
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
    once: 'deployed',
  },
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
  // There is no Enketo here: who may be led to one is told so.
  'GET snapshot/preview': {
    path: 'GET /api/v2/asset_snapshots/:snapshot/preview',
    send: (caller, { snapshot }) => caller.get(`${snapshot}preview/`),
  },
  'DELETE snapshot': {
    path: 'DELETE /api/v2/asset_snapshots/:snapshot',
    send: (caller, { snapshot }) => caller.delete(snapshot),
    once: 'deployed',
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
  'GET collector-links': {
    path: 'GET /api/v2/assets/:uid/collector-links',
    send: (caller, { uid }) => caller.get(asset(uid, 'collector-links/')),
  },
  'POST collector-links': {
    path: 'POST /api/v2/assets/:uid/collector-links',
    send: (caller, { uid }) => caller.post(asset(uid, 'collector-links/')).send({ name: 'March' }),
    once: 'deployed',
  },
  'DELETE collector-link': {
    path: 'DELETE /api/v2/assets/:uid/collector-links/:link',
    send: (caller, { uid, link }) => caller.delete(asset(uid, `collector-links/${link}/`)),
    once: 'deployed',
  },
  'GET data.xml': {
    path: 'GET /api/v2/assets/:uid/data.xml',
    send: (caller, { uid }) => caller.get(asset(uid, 'data/?format=xml')),
  },
  'GET data.geojson': {
    path: 'GET /api/v2/assets/:uid/data.geojson',
    send: (caller, { uid }) => caller.get(asset(uid, 'data/?format=geojson')),
  },
  'GET data/id.xml': {
    path: 'GET /api/v2/assets/:uid/data/:id.xml',
    send: (caller, { uid, submissionId }) => caller.get(asset(uid, `data/${submissionId}.xml`)),
  },
  'GET data/id.geojson': {
    path: 'GET /api/v2/assets/:uid/data/:id.geojson',
    send: (caller, { uid, submissionId }) => caller.get(asset(uid, `data/${submissionId}/?format=geojson`)),
  },
  'POST data': {
    path: 'POST /api/v2/assets/:uid/data',
    send: (caller, { uid }) => caller.post(asset(uid, 'data/')).send({ consent: 'yes' }),
  },
  'GET data': {
    path: 'GET /api/v2/assets/:uid/data',
    send: (caller, { uid }) => caller.get(asset(uid, 'data/')),
  },
  'PATCH data (no such verb)': {
    path: '',
    send: (caller, { uid }) => caller.patch(asset(uid, 'data/')).send({}),
  },
  'GET data/id': {
    path: 'GET /api/v2/assets/:uid/data/:id',
    send: (caller, { uid, submissionId }) => caller.get(asset(uid, `data/${submissionId}/`)),
  },
  'GET data.csv': {
    path: 'GET /api/v2/assets/:uid/data.csv',
    send: (caller, { uid }) => caller.get(`/api/v2/assets/${uid}/data.csv`),
  },
  'GET data.xlsx': {
    path: 'GET /api/v2/assets/:uid/data.xlsx',
    send: (caller, { uid }) => caller.get(`/api/v2/assets/${uid}/data.xlsx`),
  },
  'GET data.ndjson': {
    path: 'GET /api/v2/assets/:uid/data.ndjson',
    send: (caller, { uid }) => caller.get(`/api/v2/assets/${uid}/data.ndjson`).buffer(false),
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
    once: 'deployed',
  },
  'DELETE data/bulk': {
    path: 'DELETE /api/v2/assets/:uid/data/bulk',
    send: (caller, { uid, submissionId }) => caller.delete(asset(uid, 'data/bulk/')).send(many(submissionId)),
    once: 'deployed',
  },
  'PATCH data/bulk': {
    path: 'PATCH /api/v2/assets/:uid/data/bulk',
    send: (caller, { uid, submissionId }) => caller.patch(asset(uid, 'data/bulk/')).send(many(submissionId)),
    once: 'deployed',
  },
  'POST duplicate': {
    path: 'POST /api/v2/assets/:uid/data/:id/duplicate',
    send: (caller, { uid, submissionId }) => caller.post(asset(uid, `data/${submissionId}/duplicate/`)),
    once: 'deployed',
  },
  'PATCH verdict': {
    path: 'PATCH /api/v2/assets/:uid/data/:id/validation_status',
    send: (caller, { uid, submissionId }) =>
      caller.patch(asset(uid, `data/${submissionId}/validation_status/`)).send(APPROVED),
    once: 'deployed',
  },
  'DELETE verdict': {
    path: 'DELETE /api/v2/assets/:uid/data/:id/validation_status',
    send: (caller, { uid, submissionId }) =>
      caller.delete(asset(uid, `data/${submissionId}/validation_status/`)),
    once: 'deployed',
  },
  'PATCH verdicts': {
    path: 'PATCH /api/v2/assets/:uid/data/validation_statuses',
    send: (caller, { uid, submissionId }) =>
      caller.patch(asset(uid, 'data/validation_statuses/')).send(many(submissionId)),
    once: 'deployed',
  },
  'DELETE verdicts': {
    path: 'DELETE /api/v2/assets/:uid/data/validation_statuses',
    send: (caller, { uid, submissionId }) =>
      caller.delete(asset(uid, 'data/validation_statuses/')).send(many(submissionId)),
    once: 'deployed',
  },
  'GET attachment': {
    path: 'GET /api/v2/assets/:uid/data/:id/attachments/:attachment',
    send: (caller, { uid, submissionId, attachment }) =>
      caller.get(asset(uid, `data/${submissionId}/attachments/${attachment}/`)),
  },
  'GET counts': {
    path: 'GET /api/v2/assets/:uid/counts',
    send: (caller, { uid }) => caller.get(asset(uid, 'counts/')),
  },
  'GET reports': {
    path: 'GET /api/v2/assets/:uid/reports',
    send: (caller, { uid }) => caller.get(asset(uid, 'reports/')),
  },
  'GET reports page': {
    path: 'GET /accounts/reports/:uid',
    send: (caller, { uid }) => caller.get(asset(uid, 'reports/?format=html')),
  },
  'GET attachments?xpath': {
    path: 'GET /api/v2/assets/:uid/data/:id/attachments',
    send: (caller, { uid, submissionId }) =>
      caller.get(asset(uid, `data/${submissionId}/attachments/?xpath=photo`)),
  },
  'GET attachments.mp3?xpath': {
    path: 'GET /api/v2/assets/:uid/data/:id/attachments.mp3',
    send: (caller, { uid, submissionId }) =>
      caller.get(asset(uid, `data/${submissionId}/attachments/?xpath=photo&format=mp3`)),
  },
  'GET attachment.mp3': {
    path: 'GET /api/v2/assets/:uid/data/:id/attachments/:attachment.mp3',
    send: (caller, { uid, submissionId, attachment }) =>
      caller.get(asset(uid, `data/${submissionId}/attachments/${attachment}/?format=mp3`)),
  },
  'DELETE attachment': {
    path: 'DELETE /api/v2/assets/:uid/attachments/:attachment',
    send: (caller, { uid, attachment }) => caller.delete(asset(uid, `attachments/${attachment}/`)),
    once: 'deployed',
  },
  'DELETE attachments/bulk': {
    path: 'DELETE /api/v2/assets/:uid/attachments/bulk',
    send: (caller, { uid, attachment }) =>
      caller.delete(asset(uid, 'attachments/bulk/')).send({ attachment_uid: attachment }),
    once: 'deployed',
  },
  'GET exports': {
    path: 'GET /api/v2/assets/:uid/exports',
    send: (caller, { uid }) => caller.get(asset(uid, 'exports/')),
  },
  'POST exports': {
    path: 'POST /api/v2/assets/:uid/exports',
    send: (caller, { uid }) => caller.post(asset(uid, 'exports/')).send({ ...USUAL, type: 'xls' }),
    once: 'deployed',
  },
  "GET owner's export": {
    path: 'GET /api/v2/assets/:uid/exports/:export',
    send: (caller, { uid, export: of }) => caller.get(asset(uid, `exports/${of}/`)),
  },
  "DELETE owner's export": {
    path: 'DELETE /api/v2/assets/:uid/exports/:export',
    send: (caller, { uid, export: of }) => caller.delete(asset(uid, `exports/${of}/`)),
    once: 'deployed',
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
    once: 'deployed',
  },
  "GET setting's data.csv": {
    path: 'GET /api/v2/assets/:uid/export-settings/:setting/data.csv',
    send: (caller, { setting }) => caller.get(`${setting}data.csv`),
  },
  "GET setting's data.xlsx": {
    path: 'GET /api/v2/assets/:uid/export-settings/:setting/data.xlsx',
    send: (caller, { setting }) => caller.get(`${setting}data.xlsx`),
  },
  'GET attachment, small': {
    path: 'GET /api/v2/assets/:uid/data/:id/attachments/:attachment/:size',
    send: (caller, { uid, submissionId, attachment }) =>
      caller.get(asset(uid, `data/${submissionId}/attachments/${attachment}/small/`)),
  },
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
    once: 'deployed',
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
    send: (caller, { uid, pairing }) => caller.get(asset(uid, `paired-data/${pairing}/`)),
  },
  'PATCH pairing': {
    path: 'PATCH /api/v2/assets/:uid/paired-data/:pair',
    send: (caller, { uid, pairing }) =>
      caller.patch(asset(uid, `paired-data/${pairing}/`)).send({ fields: ['person/name'] }),
  },
  'DELETE pairing': {
    path: 'DELETE /api/v2/assets/:uid/paired-data/:pair',
    send: (caller, { uid, pairing }) => caller.delete(asset(uid, `paired-data/${pairing}/`)),
    once: 'deployed',
  },
  'GET pairing/external': {
    path: 'GET /api/v2/assets/:uid/paired-data/:pair/external',
    send: (caller, { uid, pairing }) => caller.get(asset(uid, `paired-data/${pairing}/external/`)),
  },
  'GET pairing/external.xml': {
    path: 'GET /api/v2/assets/:uid/paired-data/:pair/external.xml',
    send: (caller, { uid, pairing }) => caller.get(asset(uid, `paired-data/${pairing}/external.xml`)),
  },
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
    once: 'deployed',
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
  'GET form.xml': {
    path: 'GET /forms/:uid/form.xml',
    send: (caller, { uid }) => caller.get(`/forms/${uid}/form.xml`),
  },
  "GET user's form.xml": {
    path: 'GET /:username/forms/:uid/form.xml',
    send: (caller, { uid }) => caller.get(`/owner/forms/${uid}/form.xml`),
  },
  'GET manifest': {
    path: 'GET /xformsManifest/:uid',
    send: (caller, { uid }) => caller.get(`/xformsManifest/${uid}`),
  },
  "GET user's manifest": {
    path: 'GET /:username/xformsManifest/:uid',
    send: (caller, { uid }) => caller.get(`/owner/xformsManifest/${uid}`),
  },
  'GET form media': {
    path: 'GET /xformsMedia/:uid/:file',
    send: (caller, { uid, file }) => caller.get(`/xformsMedia/${uid}/${file}.png`),
  },
  "GET user's form media": {
    path: 'GET /:username/xformsMedia/:uid/:file',
    send: (caller, { uid, file }) => caller.get(`/owner/xformsMedia/${uid}/${file}.png`),
  },
  'POST submission': {
    path: 'POST /submission',
    send: (caller, { uid }) => submission(caller, instanceXml(uid)),
  },
  "POST user's submission": {
    path: 'POST /:username/submission',
    send: (caller, { uid }) => submission(caller, instanceXml(uid), [], '/owner/submission'),
  },
  'GET snapshot/manifest': {
    path: 'GET /api/v2/asset_snapshots/:snapshot/manifest',
    send: (caller, { snapshot }) => caller.get(`${snapshot}manifest`),
  },
  'POST snapshot/submission': {
    path: 'POST /api/v2/asset_snapshots/:snapshot/submission',
    send: (caller, { uid, snapshot, root }) =>
      submission(caller, instanceXml(uid, { deprecates: root }), [], `${snapshot}submission`),
    once: 'deployed',
  },
  "GET link's form.xml": {
    path: 'GET /collector/:link/forms/:form/form.xml',
    send: (caller, { uid, way }) => caller.get(`${way}/forms/${uid}/form.xml`),
  },
  "GET link's manifest": {
    path: 'GET /collector/:link/xformsManifest/:form',
    send: (caller, { uid, way }) => caller.get(`${way}/xformsManifest/${uid}`),
  },
  "GET link's form media": {
    path: 'GET /collector/:link/xformsMedia/:form/:file',
    send: (caller, { uid, file, way }) => caller.get(`${way}/xformsMedia/${uid}/${file}.png`),
  },
  "POST link's submission": {
    path: 'POST /collector/:link/submission',
    send: (caller, { uid, way }) => submission(caller, instanceXml(uid), [], `${way}/submission`),
  },
  'GET submissionList': {
    path: 'GET /view/submissionList',
    send: (caller, { uid }) => caller.get(`/view/submissionList?formId=${uid}`),
  },
  'GET downloadSubmission': {
    path: 'GET /view/downloadSubmission',
    send: (caller, { uid, root }) =>
      caller
        .get('/view/downloadSubmission')
        .query({ formId: `${uid}[@version=null and @uiVersion=null]/${uid}[@key=uuid:${root}]` }),
  },
};

/** The sentence of a refusal; a 405 and a 409 have their own. */
const SENTENCES: Readonly<Record<number, string>> = {
  401: 'Authentication credentials were not provided.',
  403: 'You do not have permission to perform this action.',
  404: 'Not found.',
};

describe('access to an asset and what is below it', () => {
  let app: TestApp;
  const shared = new Map<string, Target>();

  beforeAll(async () => {
    app = await startApp();
    for (const username of ['owner', ...Object.keys(GRANTED), 'stranger', 'guest', 'newcomer']) {
      await app.addUser(username);
    }
    await app.addUser('superuser', { superuser: true });
    for (const audience of ['', ...Object.keys(OPENED)]) {
      shared.set(audience, await makeTarget(audience, Object.keys(GRANTED), 'deployed'));
    }
  });
  afterAll(() => app.stop());

  async function makeTarget(
    audience: string,
    callers: readonly string[],
    state: 'draft' | 'deployed',
  ): Promise<Target> {
    const { uid, version_id } = state === 'draft' ? await makeAsset(app) : await makeDeployedAsset(app);
    const opened = OPENED[audience];
    if (audience === '') {
      for (const caller of callers) {
        const codename = GRANTED[caller];
        if (codename !== undefined) await grant(app, uid, caller, [codename]);
      }
    } else if (opened !== undefined) {
      await grant(app, uid, ANONYMOUS, [opened]);
    }
    await grant(app, uid, 'guest', ['view_asset']);
    const { body: assignments } = await app
      .as('owner')
      .get(asset(uid, 'permission-assignments/'))
      .expect(200);
    const assignmentOf = (username: string): string =>
      new URL(
        (assignments as { user: string; url: string }[]).find(({ user }) => user.endsWith(`/${username}/`))!
          .url,
      ).pathname;
    const { body: snapshot } = await app
      .as('owner')
      .post('/api/v2/asset_snapshots/')
      .send({ asset: asset(uid) })
      .expect(201);
    const { body: file } = await app
      .as('owner')
      .post(asset(uid, 'files/'))
      .send(picture('crab.png'))
      .expect(201);
    const { body: link } = await app.as('owner').post(asset(uid, 'collector-links/')).send({}).expect(201);
    const target = {
      link: link.uid as string,
      way: new URL(link.link as string).pathname,
      root: '',
      ...(await makeFailedDelivery(app, uid)),
      pairing: await makePairing(app, uid),
      uid,
      file: file.uid as string,
      snapshot: new URL(snapshot.url as string).pathname,
      version: asset(uid, `versions/${version_id}/`),
      submissionId: 0,
      attachment: '',
      ownersAssignment: assignmentOf('owner'),
      guestsAssignment: assignmentOf('guest'),
      ...{ export: '', exported: '', setting: '' },
    };
    if (state === 'draft') return target;
    const answers = '<person><name>Asha</name></person><photo>photo.jpg</photo>';
    const uuid = await submit(app, uid, { answers, files: [{ name: 'photo.jpg', content: 'a photo' }] });
    const { body } = await app
      .as('owner')
      .get(asset(uid, `data/${uuid}/`))
      .expect(200);
    const { url } = await startExport(app, uid);
    const made = await endOfExport(app, url);
    const { body: setting } = await app
      .as('owner')
      .post(asset(uid, 'export-settings/'))
      .send(SETTING)
      .expect(201);
    return {
      ...target,
      submissionId: body._id as number,
      root: uuid,
      attachment: body._attachments[0].uid as string,
      export: made.uid,
      exported: new URL(made.result!).pathname,
      setting: new URL(setting.url as string).pathname,
    };
  }

  it.each(TABLE)('answers $status to $route as $caller', async ({ route, caller, status }) => {
    const asked = ASKED[route]!;
    const [audience, who] = caller.includes('/')
      ? (caller.split('/') as [string, string])
      : (['', caller] as const);
    // What is refused leaves its target as it was, so that only what is done needs one of its own.
    const isDone = status < 300;
    const target =
      asked.once !== undefined && isDone
        ? await makeTarget(audience, [who], asked.once)
        : shared.get(audience)!;
    const answer = await asked.send(app.as(who), target);
    expect({ status: answer.status, body: answer.text }).toMatchObject({ status });
    const sentence = SENTENCES[status];
    if (sentence !== undefined) expectRefusal(answer, sentence);
  });

  it('has a line for every route that names an asset', () => {
    const asked = new Set(Object.values(ASKED).map(({ path }) => path));
    const routes = app.nest
      .get(RouteTable)
      .routes()
      .filter(({ policy }) => policy.kind === 'asset' || policy.kind === 'in-service')
      .map(({ method, path }) => `${method} ${path}`);
    expect(routes.filter((route) => !asked.has(route))).toEqual([]);
    expect(TABLE.map(({ route }) => route).filter((route) => ASKED[route] === undefined)).toEqual([]);
  });

  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['GET', 'deployment/'],
    ['PUT', 'deployment/'],
    ['GET', 'data/'],
    ['GET', 'data/1/'],
    ['GET', 'counts/'],
    ['GET', 'permission-assignments/'],
    ['POST', 'permission-assignments/'],
  ])('tells nothing by %s %s whether a hidden asset exists', async (method, below) => {
    const verb = method.toLowerCase() as 'get' | 'patch' | 'put' | 'post';
    for (const who of ['stranger', ANONYMOUS]) {
      const hidden = await app.as(who)[verb](asset(shared.get('')!.uid, below));
      const unknown = await app.as(who)[verb](asset(`a${'x'.repeat(21)}`, below));
      expect([unknown.status, unknown.text]).toEqual([hidden.status, hidden.text]);
    }
  });

  it('finds a submission and its files below their own asset only (404)', async () => {
    const [mine, other] = [shared.get('')!, shared.get('public')!];
    await app
      .as('owner')
      .get(asset(mine.uid, `data/${other.submissionId}/`))
      .expect(404);
    await app
      .as('owner')
      .get(asset(mine.uid, `data/${other.submissionId}/attachments/${other.attachment}/`))
      .expect(404);
  });

  it.each([
    '/forms/axxx/form.xml',
    '/owner/forms/axxx/form.xml',
    '/xformsManifest/axxx',
    '/owner/xformsManifest/axxx',
  ])('finds nothing at %s (404), but asks an anonymous caller to sign in (401)', async (path) => {
    const { text } = await app.as('stranger').get(path).expect(404);
    expect(text).toContain('<message nature="">Not found.</message>');
    await app.as(ANONYMOUS).get(path).expect(401);
  });

  it('takes a permission away at once', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'viewer', ['view_asset']);
    await app.as('viewer').get(asset(uid)).expect(200);
    const { body } = await app.as('viewer').get(asset(uid, 'permission-assignments/')).expect(200);
    const own = (body as { user: string; url: string }[]).find(({ user }) => user.endsWith('/viewer/'))!;
    await app.as('viewer').delete(new URL(own.url).pathname).expect(204);
    await app.as('viewer').get(asset(uid)).expect(404);
  });

  it('takes in nothing it refused', async () => {
    const { uid } = await makeDeployedAsset(app);
    const uuid = randomUUID();
    await submission(app.as('stranger'), instanceXml(uid, { uuid })).expect(403);
    await submission(app.as(ANONYMOUS), instanceXml(uid, { uuid })).expect(401);
    await app
      .as('owner')
      .get(asset(uid, `data/${uuid}/`))
      .expect(404);
  });
});

/** JSON with `WWW-Authenticate` where it is due on the API, OData's in the feed; OpenRosa XML on the routes of collectors. */
function expectRefusal(answer: Response, sentence: string): void {
  const path = new URL(answer.request.url).pathname;
  if (path.includes('/odata')) {
    expect(answer.body).toEqual({ error: { code: expect.any(String) as string, message: sentence } });
    const isAsked = answer.status === 401;
    expect(answer.headers['www-authenticate']?.startsWith('Basic ')).toBe(isAsked ? true : undefined);
    expect(answer.headers['odata-version']).toBe(isAsked ? undefined : '4.0');
    return;
  }
  const isOfCollectors = path.endsWith('/manifest');
  if ((path.startsWith('/api/') && !isOfCollectors) || path.startsWith('/private-media/')) {
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.body).toEqual({ detail: sentence });
    expect(answer.headers['www-authenticate']).toBe(answer.status === 401 ? 'Token realm="api"' : undefined);
    return;
  }
  expect(answer.headers['content-type']).toBe('text/xml; charset=utf-8');
  expect(answer.headers['x-openrosa-version']).toBe('1.0');
  expect(answer.text).toContain(`<message nature="">${sentence}</message>`);
  expect(answer.headers['www-authenticate']?.startsWith('Basic realm=') ?? false).toBe(answer.status === 401);
}
