import { readAccessTable } from '../../../support/access-table';
import { asset } from './asset-path';
import type { Subject } from './subject';

const FEATURE = { action: 'manual_transcription', question_xpath: 'photo', params: [{ language: 'fr' }] };
const SUPPLEMENT = {
  _version: '20250820',
  photo: { manual_translation: { language: 'fr', value: 'Une' } },
};

// 404 and 400 of the owner: the asset has no feature, so no version can be added; its routes are in supplement.e2e-spec.ts.
export const SUPPLEMENT_ACCESS: Subject = {
  table: readAccessTable(`
                                owner superuser manager editor viewer reader enumerator stranger anonymous | public/stranger public/anonymous data/anonymous intake/stranger intake/anonymous
  GET supplement                 200   200       200     404    404    200    404       404      404      |  404             404              200            404             404
  PATCH supplement               400   400       400     404    404    403    404       404      404      |  404             404              401            404             404
  GET question's tags            200   200       200     404    404    200    404       404      404      |  404             404              200            404             404
  GET features                   200   200       200     200    200    200    404       404      404      |  200             200              200            404             404
  POST features                  201   201       201     201    403    403    404       404      404      |  403             401              401            404             404
  GET feature                    404   404       404     404    404    404    404       404      404      |  404             404              404            404             404
  PATCH feature                  404   404       404     404    403    403    404       404      404      |  403             401              401            404             404
  GET bulk actions               200   200       200     404    404    200    404       404      404      |  404             404              200            404             404
  POST bulk actions              400   400       400     404    404    403    404       404      404      |  404             404              401            404             404
`),
  requests: {
    'GET supplement': {
      path: 'GET /api/v2/assets/:uid/data/:id/supplement',
      send: (caller, { uid, root }) => caller.get(asset(uid, `data/${root}/supplement/`)),
    },
    'PATCH supplement': {
      path: 'PATCH /api/v2/assets/:uid/data/:id/supplement',
      send: (caller, { uid, root }) => caller.patch(asset(uid, `data/${root}/supplement/`)).send(SUPPLEMENT),
    },
    "GET question's tags": {
      path: 'GET /api/v2/assets/:uid/qual-questions/:question/tags',
      send: (caller, { uid }) => caller.get(asset(uid, 'qual-questions/unknown/tags/')),
    },
    'GET features': {
      path: 'GET /api/v2/assets/:uid/advanced-features',
      send: (caller, { uid }) => caller.get(asset(uid, 'advanced-features/')),
    },
    'POST features': {
      path: 'POST /api/v2/assets/:uid/advanced-features',
      send: (caller, { uid }) => caller.post(asset(uid, 'advanced-features/')).send(FEATURE),
      ownTarget: { parts: [] },
    },
    'GET feature': {
      path: 'GET /api/v2/assets/:uid/advanced-features/:feature',
      send: (caller, { uid }) => caller.get(asset(uid, 'advanced-features/unknown/')),
    },
    'PATCH feature': {
      path: 'PATCH /api/v2/assets/:uid/advanced-features/:feature',
      send: (caller, { uid }) => caller.patch(asset(uid, 'advanced-features/unknown/')).send({ params: [] }),
    },
    'GET bulk actions': {
      path: 'GET /api/v2/assets/:uid/advanced-features/bulk-actions',
      send: (caller, { uid }) => caller.get(asset(uid, 'advanced-features/bulk-actions/')),
    },
    'POST bulk actions': {
      path: 'POST /api/v2/assets/:uid/advanced-features/bulk-actions',
      send: (caller, { uid }) => caller.post(asset(uid, 'advanced-features/bulk-actions/')).send({}),
    },
  },
};
