import { tearDownDatabases } from './global-setup';

/** Ends the databases of a test run. */
export default async function tearDown(): Promise<void> {
  await tearDownDatabases();
}
