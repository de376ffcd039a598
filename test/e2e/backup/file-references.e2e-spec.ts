import { FILE_REFERENCES } from '../../../src/backup/database-snapshot';
import { StoredFileOwners } from '../../../src/storage/storage.port';
import { startApp, type TestApp } from '../../support/app';
import { statementsDuring } from '../../support/statement-tap';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

it('a backup contains the files of every table that the cleanup job checks', async () => {
  const owners = app.nest.get(StoredFileOwners);
  const sent = await statementsDuring(() => owners.findReferenced([Buffer.alloc(32)]));
  const queries = sent.flatMap(({ text, own }) => (own ? [text] : []));
  const named = queries
    .flatMap((text) => text.split('UNION'))
    .map((text) => /FROM "?(\w+)[^]*WHERE (?:\W*\w+"?\.)?"?(\w+)/.exec(text)?.slice(1));
  expect(named.sort()).toEqual(FILE_REFERENCES.map(({ table, column }) => [table, column]).sort());
});
