import { ApiTokenRepository } from '../../../src/modules/account/credential/api-token.repository';
import {
  CollectorLinkRepository,
  CredentialRepository,
  UserCredentialsRepository,
} from '../../../src/modules/account/credential/credential.repository';
import { MfaRepository } from '../../../src/modules/account/mfa/mfa.repository';
import { SessionRepository } from '../../../src/modules/account/session/session.repository';
import { HASH, ID, LATER, NOW, UID } from './sample-rows';
import { samplesOf } from './samples';

const NEW_SESSION = {
  userId: ID,
  keyHash: HASH,
  mfaPassed: true,
  created: NOW,
  expires: LATER,
  from: { address: '203.0.113.7', agent: 'curl' },
};

export const credentialSamples = [
  samplesOf<CredentialRepository>(CredentialRepository, (transaction) => ({
    findDefaultKey: [[ID]],
    insertDefaultKey: [[transaction, ID, HASH, HASH]],
    deleteDefaultKey: [[transaction, ID]],
    deleteAll: [[transaction, ID]],
    getOrInsertSetting: [[UID, 'value']],
  })),
  samplesOf<CollectorLinkRepository>(CollectorLinkRepository, (transaction) => ({
    list: [[ID, { limit: 10, start: 20 }]],
    count: [[ID]],
    insert: [
      [
        transaction,
        {
          uid: 'link',
          assetId: ID,
          name: 'volunteers',
          keyHash: Buffer.from('link'),
          createdBy: 'ann',
          dateCreated: NOW,
        },
      ],
    ],
    delete: [[transaction, ID, UID]],
    findAssetUid: [[HASH]],
  })),
  samplesOf<ApiTokenRepository>(ApiTokenRepository, (transaction) => ({
    list: [[ID, { limit: 10, start: 20 }]],
    find: [[ID, UID]],
    count: [[ID]],
    insert: [
      [
        transaction,
        {
          userId: ID,
          uid: UID,
          name: 'nightly export',
          scopes: ['read'],
          keyHash: HASH,
          dateExpires: LATER,
          dateCreated: NOW,
        },
      ],
    ],
    delete: [[transaction, ID, UID]],
    findByKeyHash: [[HASH]],
    recordUses: [[new Map([[ID, NOW]])]],
  })),
  samplesOf<SessionRepository>(SessionRepository, (transaction) => ({
    delete: [[transaction, ID, ID]],
    deleteAll: [
      [transaction, ID, undefined],
      [transaction, ID, ID],
    ],
    deleteExpired: [[NOW]],
    findActive: [[HASH]],
    insert: [[transaction, NEW_SESSION]],
    recordUses: [[new Map([[ID, NOW]])]],
    renewPasswordStamp: [[transaction, ID, ID]],
  })),
  samplesOf<MfaRepository>(MfaRepository, (transaction) => ({
    find: [[ID]],
    findAccount: [[ID]],
    findSecret: [[ID, { isActive: true }]],
    insertSecret: [[ID, HASH, NOW]],
    activate: [[transaction, ID, { encryptedSecret: HASH, step: 7, now: NOW }]],
    useStep: [[ID, 8]],
    useRecoveryCode: [[ID, [HASH]]],
    countRecoveryCodes: [[ID]],
    replaceRecoveryCodes: [[transaction, ID, [HASH]]],
    deactivate: [[transaction, ID, NOW]],
    delete: [[transaction, ID]],
    setRequired: [[transaction, ID, true]],
    passSession: [[transaction, ID, ID]],
    deleteOtherSessions: [[transaction, ID]],
  })),
  samplesOf<UserCredentialsRepository>(UserCredentialsRepository, () => ({
    list: [[ID, { limit: 10, start: 20 }, NOW]],
  })),
];
