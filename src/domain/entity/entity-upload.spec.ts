import { InvalidError } from '../errors';
import { readEntityCsv } from './entity-upload';

describe('readEntityCsv', () => {
  it('reads rows of a large file, with characters and lines at every boundary', async () => {
    const villages = Array.from({ length: 20_000 }, (_, index) => `Ñandú "${index}"\n😀`);
    const lines = villages.map((village, index) => `H${index},"${village.replaceAll('"', '""')}"`);
    const rows = await readEntityCsv(`\uFEFFlabel,village\n${lines.join('\n')}\n`);
    expect(rows.map(({ label }) => label)).toEqual(villages.map((_, index) => `H${index}`));
    expect(rows.map(({ data }) => data['village'])).toEqual(villages);
  });

  it('lets other work run while it parses', async () => {
    const text = `label,village\n${'Asha,Kisumu\n'.repeat(50_000)}`;
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    await readEntityCsv(text);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });

  it.each([
    ['label,village\n"open', /not CSV/],
    ['village\nKisumu', /no column `label`/],
    ['label\n""', /has no label/],
    ['label,name\nAsha,seven', /is not a uuid/],
  ])('refuses %j', async (text, message) => {
    const error: unknown = await readEntityCsv(text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidError);
    expect(JSON.stringify((error as InvalidError).fields)).toMatch(message);
  });
});
