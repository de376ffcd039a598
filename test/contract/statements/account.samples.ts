import { AccountRepository } from '../../../src/modules/account/account.repository';
import {
  KnownAddressRepository,
  SignInFailureRepository,
} from '../../../src/modules/account/sign-in.repository';
import { HASH, ID, LATER, NOW, UID } from './sample-rows';
import { samplesOf } from './samples';

const PAGE = { limit: 10, start: 20 };
const CHANGE = { passwordHash: 'hash', email: 'mary@example.org', isSuperuser: true, isActive: true };

export const accountSamples = [
  samplesOf<AccountRepository>(AccountRepository, (transaction) => ({
    findById: [[ID]],
    findByUsername: [['mary'], ['Şükrü']],
    findByUsernames: [[['mary', 'john']]],
    findWithPassword: [['mary']],
    findWithPasswordById: [[ID]],
    findActiveByLogin: [['mary@example.org']],
    findByEmail: [['mary@example.org']],
    replacePassword: [[transaction, { id: ID, passwordHash: 'hash', email: 'mary@example.org' }, 'other']],
    confirmEmail: [[transaction, ID, 'mary@example.org', 'mary@example.net']],
    hasSuperuser: [[]],
    insert: [
      [
        transaction,
        {
          username: 'mary',
          passwordHash: null,
          email: '',
          isSuperuser: false,
          extraDetails: {},
          extraDetailsUid: 'uid',
        },
      ],
    ],
    update: [
      [transaction, ID, CHANGE],
      [transaction, ID, { isActive: false }],
    ],
    deleteDrafts: [[transaction, ID]],
    lock: [[transaction, ID]],
    mergeExtraDetails: [[transaction, ID, { set: { city: 'Nairobi' }, clear: ['country'] }, NOW]],
    recordSignIn: [[transaction, ID, NOW]],
    countAssets: [[[ID]]],
    countPublicCollections: [[ID, ID]],
    countFollowers: [[ID, ID]],
    list: [
      [{ kind: 'part', fields: ['username', 'email'], text: 'mary' }, ID, PAGE],
      [{ kind: 'exact', field: 'username', text: 'mary' }, ID, PAGE],
    ],
    lockActiveSuperusers: [[transaction]],
  })),
  samplesOf<KnownAddressRepository>(KnownAddressRepository, (transaction) => ({
    deleteSeenBefore: [[NOW]],
    deleteByUser: [[transaction, ID]],
    isKnown: [['mary', [HASH], NOW]],
    upsert: [[ID, HASH, LATER, NOW]],
  })),
  samplesOf<SignInFailureRepository>(SignInFailureRepository, () => ({
    find: [[[UID]]],
    delete: [[UID]],
    deleteExpired: [[NOW]],
    add: [[[UID], NOW, LATER]],
  })),
];
