import { AccountRepository } from '../../../src/modules/account/account.repository';
import { SignInFailureQuery } from '../../../src/modules/account/sign-in-failure.query';
import { SignInFailureRepository } from '../../../src/modules/account/sign-in-failure.repository';
import { ID, LATER, NOW, UID } from './sample-rows';
import { samplesOf } from './samples';

const PAGE = { limit: 10, start: 20 };
const CHANGE = { passwordHash: 'hash', email: 'mary@example.org', isSuperuser: true, isActive: true };

export const accountSamples = [
  samplesOf<AccountRepository>(AccountRepository, (transaction) => ({
    findById: [[ID]],
    findByUsername: [['mary'], ['Şükrü']],
    findByUsernames: [[['mary', 'john']]],
    findWithPassword: [['mary']],
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
    update: [[transaction, ID, CHANGE]],
    mergeExtraDetails: [[transaction, ID, { set: { city: 'Nairobi' }, clear: ['country'] }]],
    recordSignIn: [[transaction, ID, NOW]],
    countAssets: [[[ID]]],
    countPublicCollections: [[ID, ID]],
    list: [['mary', ID, PAGE]],
    lockActiveSuperusers: [[transaction]],
  })),
  samplesOf<SignInFailureRepository>(SignInFailureRepository, () => ({
    find: [[[UID]]],
    forget: [[UID]],
    sweep: [[NOW]],
  })),
  samplesOf<SignInFailureQuery>(SignInFailureQuery, () => ({
    add: [[[UID], NOW, LATER]],
  })),
];
