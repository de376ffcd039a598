import { BackupLockQuery } from '../../../src/backup/backup-lock.query';
import { samplesOf } from './samples';

export const backupSamples = [samplesOf<BackupLockQuery>(BackupLockQuery, () => ({ isLocked: [[]] }))];
