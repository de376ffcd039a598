import { parseRowType } from './row-type';

describe('parseRowType', () => {
  it.each([
    ['text', { type: 'text' }],
    ['string', { type: 'text' }],
    ['trigger', { type: 'acknowledge' }],
    ['photo', { type: 'image' }],
    ['dateTime', { type: 'datetime' }],
    ['date time', { type: 'datetime' }],
    ['add integer prompt', { type: 'add integer prompt' }],
    ['imei', { type: 'deviceid' }],
    ['gps', { type: 'geopoint' }],
    ['begin group', { type: 'begin_group' }],
    ['begin  group', { type: 'begin_group' }],
    ['end_group', { type: 'end_group' }],
    ['begin lgroup', { type: 'begin_repeat' }],
    ['end looped group', { type: 'end_repeat' }],
    ['begin loop over x', { type: 'begin_loop', select_from_list_name: 'x' }],
    ['end loop', { type: 'end_loop' }],
    ['osm', { type: 'osm' }],
    ['osm building', { type: 'osm', select_from_list_name: 'building' }],
    ['select_one yn or other', { type: 'select_one', select_from_list_name: 'yn', _or_other: true }],
    ['begin score', { type: 'begin_score' }],
    ['end kobomatrix', { type: 'end_kobomatrix' }],
    ['score__row', { type: 'score__row' }],
    ['rank__level', { type: 'rank__level' }],
    ['phone number', { type: 'phone number' }],
    ['add text prompt', { type: 'add text prompt' }],
    ['select_one yn', { type: 'select_one', select_from_list_name: 'yn' }],
    ['select one from yn', { type: 'select_one', select_from_list_name: 'yn' }],
    ['select1 yn', { type: 'select_one', select_from_list_name: 'yn' }],
    ['select_one ${child}', { type: 'select_one', select_from_list_name: '${child}' }],
    ['select_one yn or_other', { type: 'select_one', select_from_list_name: 'yn', _or_other: true }],
    [
      'select all that apply from f or specify other',
      { type: 'select_multiple', select_from_list_name: 'f', _or_other: true },
    ],
    ['select_one', { type: 'select_one' }],
    ['select_one towns.csv', { type: 'select_one_from_file', file: 'towns.csv' }],
    [
      'select all that apply from towns.geojson',
      { type: 'select_multiple_from_file', file: 'towns.geojson' },
    ],
    ['select_one towns.txt', { type: 'select_one', select_from_list_name: 'towns.txt' }],
    ['select_one_external city', { type: 'select_one_external', select_from_list_name: 'city' }],
    ['rank items', { type: 'rank', select_from_list_name: 'items' }],
    ['select_one_from_file towns.csv', { type: 'select_one_from_file', file: 'towns.csv' }],
    ['select multiple from file my towns.csv', { type: 'select_multiple_from_file', file: 'my towns.csv' }],
  ])('reads "%s"', (typed, expected) => {
    expect(parseRowType(typed)).toEqual(expected);
  });

  it.each([
    ['nonsense', 'unknown type "nonsense": use a type that XLSForm knows.'],
    ['Text', 'unknown type "Text": write it in lower case.'],
    ['Select_One yn', 'unknown type "Select_One yn": write it in lower case.'],
    [
      'select_one my list',
      'unknown type: the list name "my list" has a space in it; write it with "_" on both sheets.',
    ],
  ])('rejects "%s"', (typed, problem) => {
    expect(parseRowType(typed)).toEqual({ problem });
  });
});
