import { MAX_ASSET_FILES } from '../saved-limit';
import { superfluousFiles } from './former-files';

const file = (name: string, bytes: string) => ({ name, sha256: Buffer.from(bytes) });
const many = (count: number, name: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => file(name(n), `bytes ${n}`));

it('keeps the same bytes of a name once', () => {
  const former = [file('a.csv', 'old'), file('b.csv', 'new'), file('a.csv', 'new')];
  expect(superfluousFiles(file('a.csv', 'new'), former)).toEqual([former[2]]);
});

it('keeps the newest 50 of a name', () => {
  const former = many(60, () => 'a.csv');
  expect(superfluousFiles(file('a.csv', 'new'), former)).toEqual(former.slice(49));
  expect(superfluousFiles(file('b.csv', 'new'), former)).toEqual([]);
});

it('keeps the newest of all names', () => {
  const former = many(MAX_ASSET_FILES + 5, (n) => `${n}.csv`);
  expect(superfluousFiles(file('a.csv', 'new'), former)).toEqual(former.slice(MAX_ASSET_FILES - 1));
});
