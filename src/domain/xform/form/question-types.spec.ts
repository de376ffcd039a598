import { findQuestionType, QUESTION_TYPE_NAMES } from './question-types';

/** contract-xlsform 3.3: type → bind type, preload, control with its mediatype. */
const TABLE: [name: string, bind: string | undefined, preload: string, control: string][] = [
  ['text', 'string', '', 'input'],
  ['integer', 'int', '', 'input'],
  ['decimal', 'decimal', '', 'input'],
  ['range', 'int', '', 'range'],
  ['select_one', 'string', '', 'select1'],
  ['select_multiple', 'string', '', 'select'],
  ['select_one_from_file', 'string', '', 'select1'],
  ['select_multiple_from_file', 'string', '', 'select'],
  ['select_one_external', 'string', '', 'input'],
  ['rank', 'odk:rank', '', 'odk:rank'],
  ['note', 'string', '', 'input'],
  ['date', 'date', '', 'input'],
  ['time', 'time', '', 'input'],
  ['datetime', 'dateTime', '', 'input'],
  ['geopoint', 'geopoint', '', 'input'],
  ['geotrace', 'geotrace', '', 'input'],
  ['geoshape', 'geoshape', '', 'input'],
  ['image', 'binary', '', 'upload image/*'],
  ['audio', 'binary', '', 'upload audio/*'],
  ['video', 'binary', '', 'upload video/*'],
  ['file', 'binary', '', 'upload application/*'],
  ['osm', 'binary', '', 'upload osm/*'],
  ['barcode', 'barcode', '', 'input'],
  ['acknowledge', 'string', '', 'trigger'],
  ['trigger', undefined, '', 'trigger'],
  ['calculate', 'string', '', ''],
  ['hidden', 'string', '', ''],
  ['start', 'dateTime', 'timestamp start', ''],
  ['end', 'dateTime', 'timestamp end', ''],
  ['today', 'date', 'date today', ''],
  ['deviceid', 'string', 'property deviceid', ''],
  ['username', 'string', 'property username', ''],
  ['phonenumber', 'string', 'property phonenumber', ''],
  ['email', 'string', 'property email', ''],
  ['simserial', 'string', 'property simserial', ''],
  ['subscriberid', 'string', 'property subscriberid', ''],
  ['uri:deviceid', 'string', 'property uri:deviceid', ''],
  ['uri:username', 'string', 'property uri:username', ''],
  ['uri:phonenumber', 'string', 'property uri:phonenumber', ''],
  ['uri:email', 'string', 'property uri:email', ''],
  ['uri:simserial', 'string', 'property uri:simserial', ''],
  ['uri:subscriberid', 'string', 'property uri:subscriberid', ''],
  ['audit', 'binary', '', ''],
  ['start-geopoint', 'geopoint', '', ''],
  ['background-geopoint', 'geopoint', '', ''],
  ['background-audio', 'binary', '', ''],
  ['xml-external', undefined, '', ''],
  ['csv-external', undefined, '', ''],
  ['percentage', 'int', '', 'input'],
  ['phone number', 'string', '', 'input'],
  ['number of days in last month', 'int', '', 'input'],
  ['number of days in last six months', 'int', '', 'input'],
  ['number of days in last year', 'int', '', 'input'],
];

describe('the table of question types', () => {
  it.each(TABLE)('%s', (name, bind, preload, control) => {
    const type = findQuestionType(name)!;
    const words = (...parts: (string | undefined)[]) => parts.filter((part) => part !== undefined).join(' ');
    expect(type.bind?.['type']).toBe(bind);
    expect(words(type.bind?.['jr:preload'], type.bind?.['jr:preloadParams'])).toBe(preload);
    expect(words(type.control, type.controlAttributes?.['mediatype'])).toBe(control);
  });

  it('has no other type', () => {
    expect([...QUESTION_TYPE_NAMES].sort()).toEqual(TABLE.map(([name]) => name).sort());
  });

  it.each([
    ['string', 'text'],
    ['int', 'integer'],
    ['photo', 'image'],
    ['gps', 'geopoint'],
    ['location', 'geopoint'],
    ['dateTime', 'datetime'],
    ['imei', 'deviceid'],
    ['phone_number', 'phonenumber'],
    ['get sim id', 'simserial'],
    ['subscriber id', 'subscriberid'],
    ['add note prompt', 'note'],
    ['q picture', 'image'],
  ])('reads %s as %s', (spelling, name) => {
    expect(findQuestionType(spelling)?.name).toBe(name);
  });

  it.each(['', 'Text', 'constructor', '__proto__', 'begin_group'])('rejects the question type %j', (name) => {
    expect(findQuestionType(name)).toBeUndefined();
  });
});
