import { JsonText, serializeJson } from './json-text';

const rendered = (body: object): string => serializeJson(body).toString();

describe('serializeJson', () => {
  const text = '{"b": 1, "a": ["é — 漢字"]}';

  it('sends a text unchanged', () => {
    expect(rendered(new JsonText(text))).toBe(text);
    expect(rendered(new JsonText(Buffer.from(text)))).toBe(text);
  });

  it('inserts the texts of a body', () => {
    const body = { content: new JsonText(text), inner: { more: [new JsonText('null'), 1] }, name: 'N' };
    expect(rendered(body)).toBe(`{"content":${text},"inner":{"more":[null,1]},"name":"N"}`);
  });

  it('serializes a body without texts', () => {
    expect(rendered({ a: [1, 'x', null, undefined], b: undefined })).toBe('{"a":[1,"x",null,null]}');
  });

  it('serializes members as JSON.stringify does', () => {
    const plain = {
      date: new Date(0),
      'ké"y': '</script>\u2028\ud800',
      list: [undefined, null, Number.NaN, [[]], {}],
      none: undefined,
    };
    const { text: _, ...withText } = { ...plain, text: new JsonText('[1]') };
    expect(JSON.parse(rendered({ ...withText, text: new JsonText('[1]') }))).toEqual({
      ...(JSON.parse(JSON.stringify(plain)) as object),
      text: [1],
    });
  });
});
