import { HookDeliveryQuery } from '../../../src/modules/hook/hook-delivery.query';
import { HookLogRepository } from '../../../src/modules/hook/hook-log.repository';
import { HookRepository } from '../../../src/modules/hook/hook.repository';
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
const KEPT = { ...HOOK, subsetFields: [], id: ID };
const HELD = { uid: UID, hookId: ID, submissionId: ID, cause: 'came', tries: 1 } as const;
const OUTCOME = { status: 'pending', statusCode: 503, message: 'later', againInMs: 60_000 } as const;
const WINDOW = { limit: 10, start: 20 };

export const hookSamples = [
  samplesOf<HookRepository>(HookRepository, (transaction) => ({
    list: [[ID, WINDOW]],
    find: [[ID, UID]],
    existsFor: [[ID]],
    findWithAsset: [[ID]],
    insert: [[transaction, { ...HOOK, subsetFields: [] }]],
    update: [[transaction, KEPT, { name: 'Renamed', dateModified: NOW }]],
    remove: [[transaction, KEPT]],
  })),
  samplesOf<HookLogRepository>(HookLogRepository, () => ({
    list: [
      [ID, {}, WINDOW],
      [ID, { status: 0, startDate: NOW, endDate: LATER }, WINDOW],
    ],
    find: [[ID, UID]],
    counts: [[[ID]]],
  })),
  samplesOf<HookDeliveryQuery>(HookDeliveryQuery, (transaction) => ({
    forget: [[new Date('2019-01-01T00:00:00Z'), 10]],
    insert: [[transaction, ID, { cause: 'came', submissionIds: [ID], now: NOW }]],
    take: [
      [
        { each: 4, most: 32, busy: [ID + 1] },
        { now: NOW, until: LATER },
      ],
    ],
    takeFailed: [[ID, UID, { now: NOW, until: LATER, before: NOW }]],
    settle: [[HELD, OUTCOME, NOW]],
    giveBack: [[HELD, NOW]],
    retryFailed: [[transaction, ID, NOW]],
  })),
];
