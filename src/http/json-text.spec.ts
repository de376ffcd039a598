import { jsonBytes, JsonText } from './json-text';

const PLACEHOLDER = 'placeholder';
const rendered = (body: object): string => jsonBytes(body, PLACEHOLDER).toString();

describe('jsonBytes', () => {
  const text = '{"b": 1, "a": ["é — 漢字"]}';

  it('sends a text as it is', () => {
    expect(rendered(new JsonText(text))).toBe(text);
    expect(rendered(new JsonText(Buffer.from(text)))).toBe(text);
  });

  it('puts the texts of a body in their places', () => {
    const body = { content: new JsonText(text), inner: { more: [new JsonText('null'), 1] }, name: 'N' };
    expect(rendered(body)).toBe(`{"content":${text},"inner":{"more":[null,1]},"name":"N"}`);
  });

  it('renders a body without any as ever', () => {
    expect(rendered({ a: [1, 'x', null, undefined], b: undefined })).toBe('{"a":[1,"x",null,null]}');
  });

  it('leaves no trace when a body can not be rendered', () => {
    const circle: Record<string, unknown> = { text: new JsonText(text) };
    circle['circle'] = circle;
    expect(() => rendered(circle)).toThrow('circular');
    expect(JSON.stringify({ text: new JsonText('[1]') })).toBe('{"text":[1]}');
  });
});
