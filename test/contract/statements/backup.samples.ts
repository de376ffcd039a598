import { BackupHoldQuery } from '../../../src/backup/backup-hold.query';
import { samplesOf } from './samples';

export const backupSamples = [samplesOf<BackupHoldQuery>(BackupHoldQuery, () => ({ isHeld: [[]] }))];
