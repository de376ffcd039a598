import { sharingEvent } from './sharing-event';

const on = (...fields: string[]) => ({ enabled: true, fields });
const OFF = { enabled: false, fields: ['a'] };

describe('sharingEvent', () => {
  it.each([
    [{}, {}, undefined],
    [{}, OFF, undefined],
    [OFF, { enabled: false, fields: [] }, undefined],
    [on('a'), on('a'), undefined],
    [{}, on('a'), { action: 'enable-sharing', metadata: { shared_fields: { added: ['a'] } } }],
    [OFF, on(), { action: 'enable-sharing', metadata: { shared_fields: { added: [] } } }],
    [on('a'), {}, { action: 'disable-sharing' }],
    [
      on('a', 'b'),
      on('b', 'c'),
      { action: 'modify-sharing', metadata: { shared_fields: { added: ['c'], removed: ['a'] } } },
    ],
    [on('a'), on(), { action: 'modify-sharing', metadata: { shared_fields: { added: [], removed: ['a'] } } }],
  ])('from %j to %j is %j', (before, after, event) => {
    expect(sharingEvent(before, after)).toEqual(event);
  });
});
