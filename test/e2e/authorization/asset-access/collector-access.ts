import { instanceXml, submission } from '../../../factories/submission.factory';
import { readAccessTable } from '../../../support/access-table';
import type { Subject } from './subject';

export const COLLECTOR_ACCESS: Subject = {
  table: readAccessTable(`
                                owner superuser manager editor viewer reader enumerator stranger anonymous | public/stranger public/anonymous data/anonymous intake/stranger intake/anonymous
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
`),
  requests: {
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
      ownTarget: { parts: ['submission', 'snapshot'] },
    },
    "GET link's form.xml": {
      path: 'GET /collector/:link/forms/:form/form.xml',
      send: (caller, { uid, linkPath }) => caller.get(`${linkPath}/forms/${uid}/form.xml`),
    },
    "GET link's manifest": {
      path: 'GET /collector/:link/xformsManifest/:form',
      send: (caller, { uid, linkPath }) => caller.get(`${linkPath}/xformsManifest/${uid}`),
    },
    "GET link's form media": {
      path: 'GET /collector/:link/xformsMedia/:form/:file',
      send: (caller, { uid, file, linkPath }) => caller.get(`${linkPath}/xformsMedia/${uid}/${file}.png`),
    },
    "POST link's submission": {
      path: 'POST /collector/:link/submission',
      send: (caller, { uid, linkPath }) => submission(caller, instanceXml(uid), [], `${linkPath}/submission`),
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
  },
};
