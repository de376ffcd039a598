import { Initial1795132800000 } from './1795132800000-initial';

/** In the order in which they run; a migration that has landed is never edited again. */
export const migrations = [Initial1795132800000];
