import { BackupLock } from '../../../src/backup/backup-database';
import { samplesOf } from './samples';

export const backupSamples = [samplesOf<BackupLock>(BackupLock, () => ({ isLocked: [[]] }))];
