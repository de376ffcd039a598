import { DatabaseHealthQuery } from '../../../src/database/database-health.query';
import { samplesOf } from './samples';

export const databaseSamples = [samplesOf<DatabaseHealthQuery>(DatabaseHealthQuery, () => ({ probe: [[]] }))];
