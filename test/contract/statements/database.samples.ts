import { DatabaseHealth } from '../../../src/database/database-state';
import { samplesOf } from './samples';

export const databaseSamples = [samplesOf<DatabaseHealth>(DatabaseHealth, () => ({ probe: [[]] }))];
