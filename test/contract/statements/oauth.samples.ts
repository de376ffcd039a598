import { ApplicationRepository } from '../../../src/modules/account/oauth/application.repository';
import { GrantRepository } from '../../../src/modules/account/oauth/grant.repository';
import { HASH, ID, LATER, NOW, UID } from './sample-rows';
import { samplesOf } from './samples';

const TOKEN = { id: ID, userId: ID };

export const oauthSamples = [
  samplesOf<ApplicationRepository>(ApplicationRepository, (transaction) => ({
    listByOwner: [[ID, 10, 20]],
    findByClientId: [[UID]],
    lock: [[transaction, ID]],
    findOwn: [[ID, UID]],
    findWithSecret: [[UID]],
    insert: [
      [
        transaction,
        {
          clientId: 'client',
          ownerId: ID,
          name: 'Dashboard',
          clientType: 'public',
          secretHash: null,
          redirectUris: ['https://app.example/callback'],
          dateCreated: NOW,
          dateModified: NOW,
        },
      ],
    ],
    update: [[transaction, ID, { name: 'Dashboard', redirectUris: [] }, NOW]],
    delete: [[transaction, ID]],
  })),
  samplesOf<GrantRepository>(GrantRepository, (transaction) => ({
    insertGrant: [
      [
        transaction,
        {
          applicationId: ID,
          userId: ID,
          scopes: ['read'],
          codeHash: HASH,
          redirectUri: null,
          codeChallenge: null,
          dateCreated: NOW,
          dateCodeExpires: LATER,
        },
      ],
    ],
    findByCode: [[transaction, HASH]],
    redeemCode: [[transaction, ID, NOW]],
    revokeAll: [[transaction, ID, NOW]],
    isCodeRedeemed: [[ID]],
    insertToken: [
      [
        transaction,
        {
          grantId: ID,
          userId: ID,
          scopes: ['read'],
          accessHash: HASH,
          refreshHash: HASH,
          dateCreated: NOW,
          dateExpires: LATER,
        },
      ],
    ],
    rotateToken: [[transaction, TOKEN, NOW]],
    expireToken: [[transaction, TOKEN, NOW]],
    revokeGrant: [[transaction, { grantId: ID, userId: ID }, NOW]],
    hasLiveGrant: [[ID, ID, ['read']]],
    deleteExpired: [[{ codes: NOW, revoked: NOW, rotated: NOW }]],
    findAccessToken: [[HASH]],
    findRefreshToken: [[HASH]],
    findRefreshTokenIn: [[transaction, HASH]],
    listAuthorized: [[ID]],
    revokeAuthorized: [[transaction, ID, UID, NOW]],
  })),
];
