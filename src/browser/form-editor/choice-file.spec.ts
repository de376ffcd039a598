import {
  columnOf,
  fileOf,
  type FileTable,
  problemsOfFile,
  readFileTable,
  usableColumns,
  withColumn,
} from './choice-file';
import type { Row } from './form-content';

const read = (file: string, text: string, isWhole = true) =>
  readFileTable(file, new TextEncoder().encode(text), isWhole);
const question = (more: object = {}): Row => ({
  type: 'select_one_from_file',
  $kuid: 'q',
  file: 'places.csv',
  ...more,
});

describe('columns of a file', () => {
  it('are the headings of a CSV', () => {
    const table = read(
      'places.csv',
      '\ufeffname, label ,label::French (fr),"of ""it"""\r\na,A,,1\r\n',
    ) as FileTable;
    expect(table).toEqual({
      columns: ['name', 'label', 'label::French (fr)', 'of "it"'],
      rows: [['a', 'A', '', '1']],
    });
    expect(usableColumns(table)).toEqual(['name', 'label']);
  });

  it('are the properties of GeoJSON, with the id of features', () => {
    const features = [
      { type: 'Feature', id: 'a', properties: { title: 'A', id: 'other', size: 3, more: {} } },
      { type: 'Feature', id: 'b', properties: { title: 'B', kind: 'x' } },
    ];
    expect(read('places.geojson', JSON.stringify({ type: 'FeatureCollection', features }))).toEqual({
      columns: ['title', 'id', 'size', 'kind'],
      rows: [
        ['A', 'a', '3', ''],
        ['B', 'b', '', 'x'],
      ],
    });
  });

  it.each([
    ['places.csv', 'name;label\na;A', true, 'fileSeparator'],
    ['places.csv', 'name,label\n', true, 'fileEmpty'],
    ['places.csv', '', true, 'fileEmpty'],
    ['places.geojson', '{"features": [', true, 'fileUnreadable'],
    ['places.geojson', '[]', true, 'fileUnreadable'],
    ['places.geojson', '{"features": []}', true, 'fileEmpty'],
    ['places.geojson', '{"features": [', false, 'fileTooLarge'],
  ])('can not be read of %s with %j', (file, text, isWhole, name) => {
    expect(read(file, text, isWhole)).toEqual({ name });
  });

  it('can not be read in another encoding, and of whole lines only where the file goes on', () => {
    expect(readFileTable('places.csv', Uint8Array.of(0x6e, 0xe9, 0x0a), true)).toEqual({
      name: 'fileNotUtf8',
    });
    const table = read('places.csv', 'name,label\na,A\nb,"B', false) as FileTable;
    expect(table.rows).toEqual([['a', 'A']]);
  });
});

describe('parameters', () => {
  it('get a column, lose it, and keep the others', () => {
    expect(withColumn(undefined, 'value', 'code')).toBe('value=code');
    expect(withColumn('randomize = true, value=old', 'value', 'code')).toBe('randomize=true value=code');
    expect(withColumn('label=x value=old', 'value', '')).toBe('label=x');
    expect(columnOf(question({ parameters: 'Value = code; label=name' }), 'value')).toBe('code');
    expect(columnOf(question(), 'label')).toBe('');
  });
});

describe('problems of a file', () => {
  const table: FileTable = {
    columns: ['name', 'label', 'code'],
    rows: [
      ['a', 'A', '1'],
      ['a', 'B', '2 3'],
      ['', 'C', '4'],
    ],
  };

  it.each<[string, object, string[]]>([
    ['values that occur twice or are missing', {}, ['fileValuesMissing 1', 'fileValueTwice a']],
    ['no value twice in a cascade', { choice_filter: 'x' }, ['fileValuesMissing 1']],
    ['none of another column', { parameters: 'value=code' }, []],
    [
      'spaces in values of several answers',
      { parameters: 'value=code', type: 'select_multiple_from_file' },
      ['fileValueSpaces 2 3'],
    ],
    ['missing columns', { parameters: 'value=x label=y' }, ['fileColumnMissing x', 'fileColumnMissing y']],
    [
      'the usual columns of another format',
      { file: 'a.geojson' },
      ['fileColumnMissing id', 'fileColumnMissing title'],
    ],
  ])('are %s', (_, more, expected) => {
    const found = problemsOfFile(question(more), table);
    const shown = found.map(({ name, values = {} }) =>
      [name, values['count'] ?? values['value'] ?? values['column']].join(' '),
    );
    expect(shown).toEqual(expected);
  });

  it('concern the file that older content names as its list', () => {
    expect(fileOf(question({ file: undefined, select_from_list_name: 'old.csv' }))).toBe('old.csv');
  });
});
