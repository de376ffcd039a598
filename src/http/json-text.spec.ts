import { JsonSlot, JsonTemplate, JsonText, serializeJson } from './json-text';

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

  it('refuses slots', () => {
    expect(() => rendered({ slot: new JsonSlot(1) })).toThrow('JsonTemplate');
  });
});

describe('JsonTemplate', () => {
  const body = { a: new JsonSlot(1), 'é "': [new JsonText('[1, 2]'), new JsonSlot(2)], end: true };
  const template = new JsonTemplate<number>(body);

  it('renders each slot on every send', () => {
    expect(template.fill((value) => String(value * 10)).toString()).toBe(
      '{"a":10,"é \\"":[[1, 2],20],"end":true}',
    );
    expect(template.fill(() => 'null').toString()).toBe('{"a":null,"é \\"":[[1, 2],null],"end":true}');
  });

  it('returns the body when it has no slots', () => {
    expect(new JsonTemplate({ a: 1 }).fill(() => 'x').toString()).toBe('{"a":1}');
  });
});
