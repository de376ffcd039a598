import {
  HookDeliveryRepository,
  HookLogRepository,
  HookRepository,
} from '../../../src/modules/hook/hook.repository';
import { HASH, ID, LATER, NOW, UID } from './sample-rows';
import { samplesOf } from './samples';

const HOOK = {
  uid: 'hook',
  assetId: ID,
  name: 'Elsewhere',
  endpoint: 'https://data.example.org/in',
  active: true,
  exportType: 'json',
  authLevel: 'no_auth',
  settings: HASH,
  secret: null,
  emailNotification: true,
  sendsChanges: false,
  subsetFields: [],
  payloadTemplate: null,
  origin: 'https://survey.example.org',
  dateModified: NOW,
} as const;
const STORED = { ...HOOK, subsetFields: [], id: ID };
const CLAIMED = { uid: UID, hookId: ID, submissionId: ID, cause: 'created', tries: 1 } as const;
const OUTCOME = { status: 'pending', statusCode: 503, message: 'later', retryInMs: 60_000 } as const;
const WINDOW = { limit: 10, start: 20 };

export const hookSamples = [
  samplesOf<HookRepository>(HookRepository, (transaction) => ({
    list: [[ID, WINDOW]],
    find: [[ID, UID]],
    lock: [[transaction, ID, UID]],
    existsFor: [[ID]],
    findWithAsset: [[ID]],
    insert: [[transaction, { ...HOOK, subsetFields: [] }]],
    update: [[transaction, STORED, { name: 'Renamed', dateModified: NOW }]],
    remove: [[transaction, STORED]],
  })),
  samplesOf<HookLogRepository>(HookLogRepository, () => ({
    list: [
      [ID, {}, WINDOW],
      [ID, { status: 0, startDate: NOW, endDate: LATER }, WINDOW],
    ],
    find: [[ID, UID]],
    counts: [[[ID]]],
  })),
  samplesOf<HookDeliveryRepository>(HookDeliveryRepository, (transaction) => ({
    deleteEnded: [[new Date('2019-01-01T00:00:00Z'), 10]],
    insert: [[transaction, ID, { cause: 'created', submissionIds: [ID], now: NOW }]],
    claimDue: [
      [
        { maxPerHook: 4, limit: 32, busyHookIds: [ID + 1] },
        { now: NOW, until: LATER },
      ],
    ],
    claimFailed: [[ID, UID, { now: NOW, until: LATER, before: NOW }]],
    recordOutcome: [[CLAIMED, OUTCOME, NOW]],
    release: [[CLAIMED, NOW]],
    retryFailed: [[transaction, ID, NOW]],
  })),
];
