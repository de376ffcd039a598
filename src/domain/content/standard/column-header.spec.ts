import { parseColumnHeader } from './column-header';

describe('parseColumnHeader', () => {
  it.each([
    ['label', 'label', null],
    ['Label', 'label', null],
    ['label::fr', 'label', 'fr'],
    ['label :: French (fr)', 'label', 'French (fr)'],
    ['label:French (fr)', 'label', 'French (fr)'],
    ['label::', 'label', null],
    ['Caption', 'label', null],
    ['constraint message::fr', 'constraint_message', 'fr'],
    ['bind::jr:constraintMsg::fr', 'constraint_message', 'fr'],
    ['image', 'media::image', null],
    ['image::fr', 'media::image', 'fr'],
    ['image:fr', 'media::image', 'fr'],
    ['media::image', 'media::image', null],
    ['media:image:fr', 'media::image', 'fr'],
    ['media::big-image::fr', 'media::big-image', 'fr'],
    ['bind::relevant', 'relevant', null],
    ['bind:required', 'required', null],
    ['relevance', 'relevant', null],
    ['control:appearance', 'appearance', null],
    ['body::appearance', 'appearance', null],
    ['readonly', 'read_only', null],
    ['jr:count', 'repeat_count', null],
    ['noAppErrorString', 'no_app_error_string', null],
    ['bind::odk:allow-mock', 'bind::odk:allow-mock', null],
    ['body::accuracyThreshold', 'body::accuracyThreshold', null],
    ['instance::hxl', 'instance::hxl', null],
    ['Instance :: hxl', 'instance::hxl', null],
    ['Body::accuracyThreshold', 'body::accuracyThreshold', null],
    ['BIND : odk:Allow-mock', 'bind:odk:Allow-mock', null],
    ['Compact Tag', 'compact_tag', null],
    ['kobo–locking-profile', 'kobo--locking-profile', null],
    ['My column', 'My column', null],
    ['note::fr', 'note', 'fr'],
    ['odk:thing', 'odk:thing', null],
    ['$kuid', '$kuid', null],
    ['constructor', 'constructor', null],
  ])('reads "%s" on the survey sheet', (header, column, language) => {
    expect(parseColumnHeader('survey', header)).toEqual({ column, language });
  });

  it.each([
    ['list name', 'list_name', null],
    ['List_Name', 'list_name', null],
    ['value', 'name', null],
    ['label::en', 'label', 'en'],
    ['relevance', 'relevance', null],
  ])('reads "%s" on the choices sheet', (header, column, language) => {
    expect(parseColumnHeader('choices', header)).toEqual({ column, language });
  });
});
