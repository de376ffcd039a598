import type { Shape } from '../../support/response-shape';
import {
  ASSET_USAGE,
  DEPLOYMENT_COUNTS,
  ENVIRONMENT,
  MEMBER,
  MESSAGE,
  MFA_METHOD,
  ORGANIZATION,
  pageOf,
  PERMISSION,
  PROFILE,
  PROJECT_VIEW,
  SERVICE_USAGE,
} from './account-shapes';
import {
  ACCESS_LOG_ENTRY,
  ASSET,
  ASSET_FILE,
  ASSET_IN_LIST,
  EXPORT,
  EXPORT_SETTING,
  FEATURE,
  HISTORY_ENTRY,
  HOOK,
  HOOK_LOG,
  INVITE,
  PAIRED_DATA,
  SUBMISSION,
} from './asset-shapes';

/** A request of a screen, with names of the fixture in braces; `undefined`: the body is not JSON. */
export type ScreenRequest = readonly [request: string, shape: Shape | undefined, body?: object];

const ASSETS = '/api/v2/assets';
const ORG = '/api/v2/organizations/{organization}';
const LIBRARY = '(asset_type:question OR asset_type:block OR asset_type:template OR asset_type:collection)';
const SORTED = 'ordering=-date_modified&metadata=on';
const SUMMARIES = pageOf(ASSET_IN_LIST);
const SUBMISSIONS = pageOf(SUBMISSION);
const LANGUAGE = {
  name: 'string',
  code: 'string',
  featured: 'boolean',
} as const;
const WITH_METADATA: Shape = {
  ...(SUMMARIES as object),
  metadata: { languages: ['string'], countries: ['any'], sectors: ['any'], organizations: ['string'] },
};

const ASSET_OF_SCREEN: ScreenRequest = [`GET ${ASSETS}/{uid}/?limit=100`, ASSET];
const COUNTS: ScreenRequest = [`GET ${ASSETS}/counts/`, DEPLOYMENT_COUNTS];
const USAGE: ScreenRequest = [`GET ${ORG}/service_usage/`, SERVICE_USAGE];
/** Every screen of a project asks these first. */
const PROJECT: readonly ScreenRequest[] = [ASSET_OF_SCREEN, COUNTS, USAGE];

/** What each screen of KoboToolbox's web application asks, as browsers send it. */
export const SCREENS: Readonly<Record<string, readonly ScreenRequest[]>> = {
  'every screen': [
    ['GET /api/v2/environment/', ENVIRONMENT],
    ['GET /me/', PROFILE],
    ['GET /api/v2/permissions/', pageOf(PERMISSION)],
    ['GET /help/in_app_messages/', pageOf(MESSAGE)],
    ['PATCH /me/', PROFILE, { extra_details: { last_ui_language: 'en' } }],
    [`GET ${ORG}/`, ORGANIZATION],
  ],
  projects: [
    COUNTS,
    ['GET /api/v2/project-views/', pageOf(PROJECT_VIEW)],
    [`GET ${ORG}/members/{username}/`, MEMBER],
    USAGE,
    [`GET ${ASSETS}/?q=(asset_type:survey)&limit=50&current_user_permissions_only=true`, SUMMARIES],
  ],
  summary: [
    ...PROJECT,
    [
      `GET ${ASSETS}/{uid}/data/?limit=1&start=0&sort={"_id":-1}&fields=["_id","end"]`,
      pageOf({ _id: 'number' }),
    ],
    [
      `GET ${ASSETS}/{uid}/counts/?days=7`,
      { total_submission_count: 'number', daily_submission_counts: 'object' },
    ],
  ],
  form: PROJECT,
  'form builder': [ASSET_OF_SCREEN, [`GET ${ASSETS}/{uid}/`, ASSET]],
  table: [...PROJECT, [`GET ${ASSETS}/{uid}/data/?limit=30&start=0&sort={"_id":-1}`, SUBMISSIONS]],
  report: [
    ASSET_OF_SCREEN,
    COUNTS,
    [`GET ${ASSETS}/{uid}/reports/?names=`, { url: 'string', count: 'number', list: ['object'] }],
  ],
  gallery: [
    ASSET_OF_SCREEN,
    [
      `GET ${ASSETS}/{uid}/data?limit=20&query={"$and":[{"_attachments":{"$elemMatch":{"mimetype":{"$regex":"^image/"}}}}]}`,
      SUBMISSIONS,
    ],
    [`GET ${ASSETS}/{uid}/data/{id}/attachments/{attachment}/small/`, undefined],
  ],
  downloads: [
    ASSET_OF_SCREEN,
    [`GET ${ASSETS}/{uid}/export-settings/`, pageOf(EXPORT_SETTING)],
    [`GET ${ASSETS}/{uid}/exports/`, pageOf(EXPORT)],
  ],
  map: [
    ASSET_OF_SCREEN,
    [`GET ${ASSETS}/{uid}/files/?file_type=map_layer`, pageOf(ASSET_FILE)],
    [
      `GET ${ASSETS}/{uid}/data/?fields=["_id","place"]&start=0&limit=1000&sort={"_id":-1}`,
      pageOf({ _id: 'number', place: 'string' }),
    ],
  ],
  settings: PROJECT,
  media: [ASSET_OF_SCREEN, [`GET ${ASSETS}/{uid}/files/?file_type=form_media`, pageOf(ASSET_FILE)]],
  sharing: PROJECT,
  'connect projects': [
    [`GET ${ASSETS}/{uid}/paired-data/`, pageOf(PAIRED_DATA)],
    [`GET ${ASSETS}/?q=data_sharing__enabled:true`, SUMMARIES],
  ],
  'REST services': [[`GET ${ASSETS}/{uid}/hooks/`, pageOf(HOOK)]],
  activity: [
    [`GET ${ASSETS}/{uid}/history/actions`, { actions: ['string'] }],
    [`GET ${ASSETS}/{uid}/history/?limit=10&start=0&q=NOT+action:'add-submission'`, pageOf(HISTORY_ENTRY)],
  ],
  library: [
    [`GET ${ASSETS}/?q=asset_type:collection&limit=100&page=0`, SUMMARIES],
    [
      `GET ${ASSETS}/?q=${LIBRARY} AND parent:null&limit=100&start=0&${SORTED}&collections_first=true`,
      WITH_METADATA,
    ],
  ],
  'public collections': [
    [
      `GET ${ASSETS}/?q=asset_type:collection&limit=100&start=0&${SORTED}&status=public-discoverable`,
      WITH_METADATA,
    ],
  ],
  security: [
    ['GET /api/v2/auth/mfa/user-methods/', [MFA_METHOD]],
    ['GET /me/emails/', pageOf({ primary: 'boolean', email: 'string', verified: 'boolean' })],
    ['GET /api/v2/access-logs/me/?limit=10&start=0', pageOf(ACCESS_LOG_ENTRY)],
    ['GET /token/?format=json', { token: 'string' }],
  ],
  usage: [USAGE, [`GET ${ORG}/asset_usage/?limit=10&start=0`, pageOf(ASSET_USAGE)]],
  'one submission': [
    [`GET ${ASSETS}/{uid}/data/{id}/`, SUBMISSION],
    [`GET ${ASSETS}/{uid}/data/?limit=30&start=30&sort={"_id":-1}`, SUBMISSIONS],
  ],
  'map by a question': [
    [
      `GET ${ASSETS}/{uid}/data/?fields=["_id","place","consent"]&start=0&limit=1000&sort={"_id":-1}`,
      pageOf({ _id: 'number', place: 'string', consent: 'string' }),
    ],
  ],
  'processing of a recording': [
    ['GET /api/v2/languages/?q=swa', pageOf(LANGUAGE)],
    [
      'GET /api/v2/languages/sw/',
      { ...LANGUAGE, transcription_services: 'object', translation_services: 'object', regions: ['object'] },
    ],
    [`GET ${ASSETS}/{uid}/advanced-features/`, [FEATURE]],
    [`GET ${ASSETS}/{uid}/data/{root uuid}/supplement/`, { _version: 'string', photo: 'object' }],
    [
      `GET ${ASSETS}/{uid}/advanced-features/bulk-actions/?status=pending,in_progress&submission_uuid={root uuid}&question_xpath=photo&limit=1000`,
      pageOf('object'),
    ],
    [
      `GET ${ASSETS}/{uid}/data/?query={"$or":[{"meta/rootUuid":"uuid:{root uuid}"},{"_uuid":"{root uuid}"}]}`,
      SUBMISSIONS,
    ],
  ],
  'form as XForm': [[`GET ${ASSETS}/{uid}/xform/`, undefined]],
  'log of a REST service': [
    [`GET ${ASSETS}/{uid}/hooks/{hook}/`, HOOK],
    [`GET ${ASSETS}/{uid}/hooks/{hook}/logs/`, pageOf(HOOK_LOG)],
  ],
  'transfer that is offered': [
    [`GET ${ORG}/members/{username}/`, MEMBER],
    ['GET /api/v2/project-ownership/invites/{invite}/', INVITE],
  ],
  'new from a template': [[`GET ${ASSETS}/?q=asset_type:template`, SUMMARIES]],
  'search of projects': [
    [
      `GET ${ASSETS}/?q=(asset_type:survey)+AND+(house)&limit=50&current_user_permissions_only=true`,
      SUMMARIES,
    ],
  ],
  'projects of the organization': [
    [`GET ${ORG}/assets/?q=(asset_type:survey)&limit=50`, SUMMARIES],
    [`GET ${ORG}/assets/counts/`, DEPLOYMENT_COUNTS],
    [
      `GET ${ORG}/assets/minimal-list/`,
      { next: 'string|null', results: [{ uid: 'string', name: 'string' }] },
    ],
  ],
  'item of the library': [
    [`GET ${ASSETS}/?q=${LIBRARY} AND parent__uid:{collection}&limit=100&start=0&${SORTED}`, WITH_METADATA],
  ],
};
