import fc from '../../../test/fixtures/fast-check';
import { fillMarkers, HOST_MARKER, OWNER_MARKER, SUBMISSION_ID_MARKER } from '../text/url-text';
import { type AttachmentFacts, attachmentJson, attachmentsJson } from './submission-json';

const location = { assetUid: 'aSAv', formUuid: '8b1f', rootUuid: '3f15' };
const photo: AttachmentFacts = {
  uid: 'attWNZ',
  fileName: '1700000000000.jpg',
  mimetype: 'image/jpeg',
  deleted: false,
  questionXpath: 'household/member[1]/photo',
};
const values = { host: 'https://kf.example', ownerUsername: 'owner', submissionId: 1234 };

describe('attachmentJson', () => {
  it('renders an image as in the contract', () => {
    expect(fillMarkers(attachmentJson(photo, location), values)).toBe(
      JSON.stringify({
        download_url: 'https://kf.example/api/v2/assets/aSAv/data/1234/attachments/attWNZ/',
        download_large_url: 'https://kf.example/api/v2/assets/aSAv/data/1234/attachments/attWNZ/large/',
        download_medium_url: 'https://kf.example/api/v2/assets/aSAv/data/1234/attachments/attWNZ/medium/',
        download_small_url: 'https://kf.example/api/v2/assets/aSAv/data/1234/attachments/attWNZ/small/',
        mimetype: 'image/jpeg',
        filename: 'owner/attachments/8b1f/3f15/1700000000000.jpg',
        media_file_basename: '1700000000000.jpg',
        uid: 'attWNZ',
        is_deleted: false,
        question_xpath: 'household/member[1]/photo',
      }),
    );
  });

  it('renders other files without thumbnails', () => {
    const sound = { ...photo, mimetype: 'audio/mpeg', deleted: true, questionXpath: '' };
    expect(Object.keys(JSON.parse(attachmentJson(sound, location)) as object)).toEqual([
      'download_url',
      'mimetype',
      'filename',
      'media_file_basename',
      'uid',
      'is_deleted',
      'question_xpath',
    ]);
  });

  it.each([
    ['my photo é.jpg', 'my_photo_é.jpg'],
    ['../../etc/passwd', '....etcpasswd'],
    ['a"b\\c\u0007.png', 'abc.png'],
  ])('keeps the name %j and stores it as %j', (fileName, stored) => {
    const json = JSON.parse(fillMarkers(attachmentJson({ ...photo, fileName }, location), values));
    expect(json.media_file_basename).toBe(fileName);
    expect(json.filename).toBe(`owner/attachments/8b1f/3f15/${stored}`);
  });

  it('renders an array', () => {
    expect(attachmentsJson([], location)).toBe('[]');
    expect(JSON.parse(attachmentsJson([photo, photo], location))).toHaveLength(2);
  });
});

describe('markers', () => {
  it('can be filled in two steps: the id when stored, host and owner when read', () => {
    const stored = attachmentJson(photo, location).replaceAll(SUBMISSION_ID_MARKER, '/1234');
    const { host, ownerUsername } = values;
    expect(fillMarkers(stored, { host, ownerUsername })).toBe(
      fillMarkers(attachmentJson(photo, location), values),
    );
  });

  it('keep the text valid JSON', () => {
    expect(JSON.parse(attachmentJson(photo, location)).uid).toBe('attWNZ');
  });

  it('accept any characters in host and owner', () => {
    const odd = { host: 'https://a"$&b', ownerUsername: '\\u0068"$1', submissionId: 1 };
    const json = JSON.parse(fillMarkers(attachmentJson(photo, location), odd));
    expect(json.download_url).toBe('https://a"$&b/api/v2/assets/aSAv/data/1/attachments/attWNZ/');
    expect(json.filename).toBe('\\u0068"$1/attachments/8b1f/3f15/1700000000000.jpg');
  });

  it('never occur in JSON-encoded user text', () => {
    const piece = fc.constantFrom(
      '\\',
      '"',
      '/',
      'u',
      '0068',
      '006f',
      '0069',
      '\\u0068',
      '/\\u0069',
      '"\\u006f',
      '\n',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.array(piece, { maxLength: 4 }), (value, key) => {
        const json = JSON.stringify({ [key.join('')]: value.join('') });
        for (const marker of [HOST_MARKER, OWNER_MARKER, SUBMISSION_ID_MARKER])
          expect(json).not.toContain(marker);
      }),
      { numRuns: 2000 },
    );
  });
});
