import type { Content } from '../content/content';
import {
  choiceSourceOf,
  type ChoiceTable,
  fileChoicesOf,
  fileOptions,
  joinTables,
  MAX_FILE_CHOICES,
  readChoiceFile,
  sourceKey,
} from './choice-file';

const CSV = { file: 'towns.csv', value: 'name', label: 'label' };

async function* bytesOf(...chunks: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
}

const read = async (
  text: string | Uint8Array,
  languages: ChoiceTable['languages'] = [null],
  source = CSV,
): Promise<ChoiceTable['rows']> => (await readChoiceFile(source, languages, bytesOf(text))).rows;

describe('choiceSourceOf', () => {
  it.each([
    [{ file: 'towns.csv' }, CSV],
    [{ select_from_list_name: 'towns.csv' }, CSV],
    [
      { file: 'towns.CSV', parameters: 'value = Code,label=title' },
      { file: 'towns.CSV', value: 'Code', label: 'title' },
    ],
    [
      { file: 'a.geojson', parameters: 'randomize=true' },
      { file: 'a.geojson', value: 'id', label: 'title' },
    ],
    [{ file: 'towns.csv', parameters: '__proto__=x constructor=y' }, CSV],
  ])('reads %j', (row, source) => {
    for (const type of ['select_one_from_file', 'select_multiple_from_file'])
      expect(choiceSourceOf({ type, ...row })).toEqual(source);
  });

  it.each([
    { type: 'select_one', select_from_list_name: 'towns.csv' },
    { type: 'select_one_from_file', file: 'towns.xml' },
    { type: 'select_one_from_file', file: 'towns' },
    { type: 'select_one_from_file' },
  ])('finds none in %j', (row) => {
    expect(choiceSourceOf(row)).toBeUndefined();
  });
});

describe('fileChoicesOf', () => {
  it('has each source and language of all versions once', () => {
    const version = (translations: (string | null)[], parameters: string) => ({
      content: {
        translations,
        survey: [
          { type: 'select_one_from_file', file: 'towns.csv', parameters },
          { type: 'select_multiple_from_file', file: 'towns.csv', parameters },
          { type: 'text', name: 'a' },
        ],
      } as unknown as Content,
    });
    expect(
      fileChoicesOf([version([null], ''), version([null, 'fr'], ''), version(['fr'], 'value=code')]),
    ).toEqual({
      sources: [CSV, { ...CSV, value: 'code' }],
      languages: [null, 'fr'],
    });
  });
});

describe('readChoiceFile', () => {
  it('reads names and labels, with a byte order mark, quotes and CRLF', async () => {
    expect(await read('\ufefflabel,name\r\n"Aton, ""old""",a\r\nBton,b\r\n')).toEqual([
      ['a', 'Aton, "old"'],
      ['b', 'Bton'],
    ]);
  });

  it('reads the column of each language, else the one without a language', async () => {
    const text = 'name,label,label:: English (en),label::fr\na,A,Ay,\nb,B,,Bé\nc,,,\n';
    expect(await read(text, [null, 'English (en)', 'fr'])).toEqual([
      ['a', 'A', 'Ay', 'A'],
      ['b', 'B', 'B', 'Bé'],
      ['c', null, null, null],
    ]);
  });

  it('reads the columns of the parameters', async () => {
    const source = { file: 'towns.csv', value: 'code', label: 'title' };
    expect(await read('name,label,code,title,title::fr\na,A,1,One,Un', [null, 'fr'], source)).toEqual([
      ['1', 'One', 'Un'],
    ]);
  });

  it('has no label for a name with different labels', async () => {
    const text = 'name,label,district\n1,Centre,a\n1,Centre,b\n2,North,a\n2,South,b\n2,South,c\n';
    expect(await read(text)).toEqual([
      ['1', 'Centre'],
      ['2', null],
    ]);
  });

  it('reads ragged rows, and none without a name', async () => {
    expect(await read('name,label\na\n,Nameless\nb,B,more\n\n')).toEqual([
      ['a', null],
      ['b', 'B'],
    ]);
  });

  it('reads GeoJSON', async () => {
    const feature = (id: unknown, properties: object | null) => ({ type: 'Feature', id, properties });
    const text = JSON.stringify({
      features: [
        feature('outer', { title: 'One', 'title::fr': 'Un' }),
        feature(undefined, { id: 2, title: 'Two' }),
        feature('3', null),
        feature(undefined, { title: 'Nameless' }),
        null,
      ],
    });
    const source = { file: 'a.geojson', value: 'id', label: 'title' };
    expect(await read(text, [null, 'fr'], source)).toEqual([
      ['outer', 'One', 'Un'],
      ['2', 'Two', 'Two'],
      ['3', null, null],
    ]);
  });

  it('keeps the digits of long ids', async () => {
    const feature = '{"properties":{"id":12345678901234567890,"title":"Long"}}';
    const source = { file: 'a.geojson', value: 'id', label: 'title' };
    expect(await read(`{"features":[${feature}]}`, [null], source)).toEqual([
      ['12345678901234567890', 'Long'],
    ]);
  });

  it.each([
    ['an open quote', 'name,label\na,"A', CSV],
    ['another separator', 'name;label\na;A', CSV],
    ['nothing', '', CSV],
    ['broken JSON', '{"features":[', { file: 'a.geojson', value: 'id', label: 'title' }],
    ['JSON without features', '[1]', { file: 'a.geojson', value: 'id', label: 'title' }],
  ])('reads no choices from %s', async (_, text, source) => {
    expect(await read(text, [null], source)).toEqual([]);
  });

  it('passes on an error of the storage', async () => {
    const failing = (async function* () {
      yield Buffer.from('name,label\n');
      await Promise.reject(new Error('disk'));
    })();
    await expect(readChoiceFile(CSV, [null], failing)).rejects.toThrow('disk');
  });

  it('stops at the limit, with the bytes in chunks', async () => {
    const rows = Array.from({ length: MAX_FILE_CHOICES + 10 }, (_, index) => `n${index},L${index}\n`).join(
      '',
    );
    const bytes = Buffer.from(`name,label\n${rows}`);
    const chunks = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) =>
      bytes.subarray(index * 65_536, (index + 1) * 65_536),
    );
    const table = await readChoiceFile(CSV, [null], bytesOf(...chunks));
    expect(table.rows).toHaveLength(MAX_FILE_CHOICES);
    expect(table.rows.at(-1)).toEqual([`n${MAX_FILE_CHOICES - 1}`, `L${MAX_FILE_CHOICES - 1}`]);
  });
});

describe('joinTables', () => {
  it('has all choices, each with its newest label of a language', () => {
    const newest = { languages: [null, 'sw'], rows: [['b', 'New B', null]] } as const;
    const former = {
      languages: [null, 'sw'],
      rows: [
        ['a', 'A', 'Wa A'],
        ['b', 'B', 'Wa B'],
      ],
    } as const;
    expect(joinTables(newest, former)).toEqual({
      languages: [null, 'sw'],
      rows: [
        ['b', 'New B', 'Wa B'],
        ['a', 'A', 'Wa A'],
      ],
    });
  });
});

describe('fileOptions', () => {
  it('has labels by language, without the missing ones', () => {
    const key = sourceKey(CSV);
    const [option] = fileOptions({ [key]: { languages: [null, 'fr'], rows: [['a', 'A', null]] } }).get(key)!;
    expect(option!.name).toBe('a');
    expect(option!.labels).toEqual(new Map([[null, 'A']]));
  });
});
