import { confirmationOf } from './web-form-page';

describe('confirmationOf', () => {
  it.each([
    [{}, undefined],
    [{ style: 'pages', confirmation_message: ' ' }, undefined],
    [{ confirmation_message: 7 }, undefined],
    [{ confirmation_message: 'Thanks.' }, { '': 'Thanks.' }],
    [
      { 'confirmation_message::English (en)': 'Thanks.', 'confirmation_message::Français (fr)': 'Merci.' },
      { 'English (en)': 'Thanks.', 'Français (fr)': 'Merci.' },
    ],
  ])('of %j is %j', (settings, texts) => expect(confirmationOf(settings)).toEqual(texts));
});
