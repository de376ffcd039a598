import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { MarkerTransform } from './marker-transform';
import { fillMarkers } from '../../domain/text/url-marker';
import { attachmentsJson } from '../../domain/submission/submission-json';

const values = { host: 'https://survey.example.org', ownerUsername: 'ann' };
const attachments = attachmentsJson(
  [
    {
      uid: 'att1',
      fileName: 'a "b" \\u0068.jpg',
      mimetype: 'image/jpeg',
      deleted: false,
      questionXpath: 'p',
    },
    { uid: 'att2', fileName: 'é.mp3', mimetype: 'audio/mpeg', deleted: false, questionXpath: '' },
  ],
  { assetUid: 'aX', formUuid: 'f', rootUuid: 'r' },
);
const json = `{"results":[{"_attachments":${attachments},"typed":${JSON.stringify('"\\u0068 \\ "')}}]}`;

describe('MarkerTransform', () => {
  it.each([1, 2, 3, 6, 7, 8, 50, 10_000])(
    'replaces markers like fillMarkers in chunks of %i bytes',
    async (size) => {
      const bytes = Buffer.from(json);
      const chunks: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
      const filled = await text(Readable.from(chunks).pipe(new MarkerTransform(values)));
      expect(filled).toBe(fillMarkers(json, values));
      expect(JSON.parse(filled)).toBeTruthy();
    },
  );
});
