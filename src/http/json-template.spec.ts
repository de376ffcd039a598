import { JsonTemplate } from './json-template';
import { JsonSlot, JsonText } from './json-text';

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
