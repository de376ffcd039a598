import { readAccessTable } from '../../../support/access-table';
import { asset } from './asset-path';
import type { Subject } from './subject';

export const ATTACHMENT_ACCESS: Subject = {
  table: readAccessTable(`
                                owner superuser manager editor viewer reader enumerator stranger anonymous | public/stranger public/anonymous data/anonymous intake/stranger intake/anonymous
  GET attachment                 200   200       200     404    404    200    404       404      404      |  404             404              200            404             404
  GET attachments?xpath          200   200       200     404    404    200    404       404      404      |  404             404              200            404             404
  GET attachments.mp3?xpath      400   400       400     404    404    400    404       404      404      |  404             404              400            404             404
  GET attachment.mp3             400   400       400     404    404    400    404       404      404      |  404             404              400            404             404
  DELETE attachment              204   204       204     404    404    403    404        404      404      |  404             404              401            404             404
  DELETE attachments/bulk        202   202       202     404    404    403    404        404      404      |  404             404              401            404             404
  GET data/id/files              200   200       200     404    404    200    404       404      404      |  404             404              200            404             404
  GET attachment, small          200   200       200     404    404    200    404       404      404      |  404             404              200            404             404
`),
  requests: {
    'GET attachment': {
      path: 'GET /api/v2/assets/:uid/data/:id/attachments/:attachment',
      send: (caller, { uid, submissionId, attachment }) =>
        caller.get(asset(uid, `data/${submissionId}/attachments/${attachment}/`)),
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
      ownTarget: { parts: ['submission'] },
    },
    'DELETE attachments/bulk': {
      path: 'DELETE /api/v2/assets/:uid/attachments/bulk',
      send: (caller, { uid, attachment }) =>
        caller.delete(asset(uid, 'attachments/bulk/')).send({ attachment_uid: attachment }),
      ownTarget: { parts: ['submission'] },
    },
    'GET data/id/files': {
      path: 'GET /api/v2/assets/:uid/data/:id/files',
      send: (caller, { uid, submissionId }) => caller.get(asset(uid, `data/${submissionId}/files/`)),
    },
    'GET attachment, small': {
      path: 'GET /api/v2/assets/:uid/data/:id/attachments/:attachment/:size',
      send: (caller, { uid, submissionId, attachment }) =>
        caller.get(asset(uid, `data/${submissionId}/attachments/${attachment}/small/`)),
    },
  },
};
