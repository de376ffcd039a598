import { JsonText } from './json-text';
import { JsonGap, JsonTemplate } from './json-template';

describe('JsonTemplate', () => {
  const body = { a: new JsonGap(1), 'é "': [new JsonText('[1, 2]'), new JsonGap(2)], end: true };
  const template = new JsonTemplate<number>(body);

  it('puts into each gap what stands there now', () => {
    expect(template.fill((gap) => String(gap * 10)).toString()).toBe(
      '{"a":10,"é \\"":[[1, 2],20],"end":true}',
    );
    expect(template.fill(() => 'null').toString()).toBe('{"a":null,"é \\"":[[1, 2],null],"end":true}');
  });

  it('is the body where there are none', () => {
    expect(new JsonTemplate({ a: 1 }).fill(() => 'x').toString()).toBe('{"a":1}');
  });
});
