import { tearDownDatabases } from './global-setup';

export default async function tearDown(): Promise<void> {
  await tearDownDatabases();
}
