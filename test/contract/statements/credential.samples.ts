import { ApiTokenRepository } from '../../../src/modules/credential/api-token.repository';
import { CredentialRepository } from '../../../src/modules/credential/credential.repository';
import { SessionRepository } from '../../../src/modules/session/session.repository';
import { HASH, ID, LATER, NOW, UID } from './sample-rows';
import { samplesOf } from './samples';

export const credentialSamples = [
  samplesOf<CredentialRepository>(CredentialRepository, (transaction) => ({
    findToken: [[HASH]],
    findDefaultKey: [[ID]],
    insertDefaultKey: [[transaction, ID, HASH, HASH]],
    deleteDefaultKey: [[transaction, ID]],
    keepSetting: [[UID, 'value']],
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
    recordUses: [[new Map([[ID, NOW]])]],
  })),
  samplesOf<SessionRepository>(SessionRepository, (transaction) => ({
    findOwner: [[HASH]],
    insert: [[transaction, { userId: ID, keyHash: HASH, created: NOW, expires: LATER }]],
    delete: [[transaction, ID, ID]],
    deleteOthers: [[transaction, ID, ID]],
    renewStamp: [[transaction, ID, ID]],
    deleteExpired: [[NOW]],
  })),
];
