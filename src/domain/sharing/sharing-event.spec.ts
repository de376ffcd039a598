import { sharingEvent } from './sharing-event';

const on = (...fields: string[]) => ({ enabled: true, fields });
const OFF = { enabled: false, fields: ['a'] };

describe('sharingEvent', () => {
  it.each([
    [{}, {}, undefined],
    [{}, OFF, undefined],
    [OFF, { enabled: false, fields: [] }, undefined],
    [on('a'), on('a'), undefined],
    [{}, on('a'), { action: 'enable-sharing', metadata: { shared_fields: ['a'] } }],
    [OFF, on(), { action: 'enable-sharing', metadata: { shared_fields: [] } }],
    [on('a'), {}, { action: 'disable-sharing' }],
    [on('a'), on(), { action: 'modify-sharing', metadata: { shared_fields: { old: ['a'], new: [] } } }],
  ])('from %j to %j is %j', (before, after, event) => {
    expect(sharingEvent(before, after)).toEqual(event);
  });
});
