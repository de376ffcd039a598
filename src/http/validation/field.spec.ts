import { InvalidError } from '../../domain/errors';
import { OneOf, OptionalFlag, OptionalObject, OptionalText, ParsedBy, RequiredText } from './field';
import { OptionalLink, LinkTo } from './link-to';
import { RequestValidationPipe } from './request-validation.pipe';

class SampleDto {
  @RequiredText(5)
  name!: string;

  @OptionalText()
  note?: string;

  @OneOf(['a', 'b'], { required: true })
  kind!: string;

  @OneOf(['x'], { required: false })
  extra?: string;

  @OptionalFlag()
  active?: boolean;

  @OptionalObject()
  settings?: Record<string, unknown>;

  @ParsedBy(readEven)
  count?: number;

  @OptionalLink('users')
  user?: string;

  @OptionalLink('assets')
  asset?: string;
}

function readEven(sent: unknown): number {
  if (Number(sent) % 2 !== 0) throw InvalidError.at('even', 'Send an even number.');
  return Number(sent);
}

const pipe = new RequestValidationPipe();
const read = (body: unknown) =>
  pipe.transform(body, { type: 'body', metatype: SampleDto }) as Promise<SampleDto>;
const errorsOf = async (body: unknown) => {
  const error: unknown = await read(body).catch((thrown: unknown) => thrown);
  return (error as InvalidError).fields;
};

describe('fields of a DTO', () => {
  it('reads flags and objects from text, and drops unknown keys', async () => {
    expect(
      await read({ name: 'n', kind: 'a', active: 'true', settings: '{"country":"FR"}', url: 'x' }),
    ).toEqual({ name: 'n', kind: 'a', active: true, settings: { country: 'FR' } });
  });

  it('contains the parsed value of a field', async () => {
    const sent = { name: 'n', kind: 'a', count: '8', user: '/api/v2/users/ann/', asset: '' };
    expect(await read(sent)).toEqual({ name: 'n', kind: 'a', count: 8, user: 'ann', asset: undefined });
    expect((await read({ name: 'n', kind: 'a', asset: null })).asset).toBeUndefined();
  });

  it('requires a field with its own parser', async () => {
    class LinkDto {
      @LinkTo('users')
      user!: string;
    }
    const errorOf = (body: object) =>
      pipe.transform(body, { type: 'body', metatype: LinkDto }).catch((thrown: unknown) => thrown);
    expect(await errorOf({})).toMatchObject({ fields: { user: ['This field is required.'] } });
    expect(await errorOf({ user: null })).toMatchObject({
      fields: { user: ['This field may not be null.'] },
    });
  });

  it('keeps absent fields absent', async () => {
    expect(Object.keys(await read({ name: 'n', kind: 'b' }))).not.toContain('settings');
  });

  it.each([
    [{}, { name: ['This field is required.'], kind: ['This field is required.'] }],
    [{ name: null, kind: 'a' }, { name: ['This field may not be null.'] }],
    [{ name: 5, kind: 'a' }, { name: ['Not a valid string.'] }],
    [{ name: 'too long', kind: 'a' }, { name: ['Ensure this field has no more than 5 characters.'] }],
    [{ name: 'n', kind: 'c' }, { kind: ['"c" is not a valid choice.'] }],
    [{ name: 'n', kind: 'a', extra: 1 }, { extra: ['1 is not a valid choice.'] }],
    [{ name: 'n', kind: 'a', note: {} }, { note: ['Not a valid string.'] }],
    [{ name: 'n', kind: 'a', active: 'perhaps' }, { active: ['Must be a valid boolean.'] }],
    [{ name: 'n', kind: 'a', active: null }, { active: ['This field may not be null.'] }],
    [{ name: 'n', kind: 'a', settings: '{' }, { settings: ['Unable to parse JSON'] }],
    [{ name: 'n', kind: 'a', settings: 7 }, { settings: ['Unable to parse JSON'] }],
    [{ name: 'n', kind: 'a', settings: null }, { settings: ['This field may not be null.'] }],
    [{ name: 'n', kind: 'a', settings: ['x'] }, { settings: ['Unable to parse JSON'] }],
    [{ name: 'n', kind: 'a', count: 7 }, { count: ['Send an even number.'] }],
    [{ name: 'n', kind: 'a', user: '/x/' }, { user: ['Invalid hyperlink - No URL match.'] }],
    [{ name: 'n', kind: 'a', asset: 7 }, { asset: ['Incorrect type. Expected URL string, received int.'] }],
  ])('refuses %j', async (body, fields) => {
    expect(await errorsOf(body)).toEqual(fields);
  });
});
