import { serializeJson, JsonText } from './json-text';

const PLACEHOLDER = 'placeholder';
const rendered = (body: object): string => serializeJson(body, PLACEHOLDER).toString();

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

  it('resets its state when serialization fails', () => {
    const circle: Record<string, unknown> = { text: new JsonText(text) };
    circle['circle'] = circle;
    expect(() => rendered(circle)).toThrow('circular');
    expect(JSON.stringify({ text: new JsonText('[1]') })).toBe('{"text":[1]}');
  });
});
