import { randomUUID } from 'node:crypto';
import { type AssetJson, grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import type { SentFile } from '../../factories/submission.factory';
import type { TestApp } from '../../support/app';

/** Creates a form with files, shared with an editor, a viewer, and a user who may edit Asha's submissions. */
export async function makeSurveyWithFiles(app: TestApp): Promise<AssetJson> {
  const survey = await makeDeployedAsset(app, {
    content: {
      survey: [
        { type: 'text', name: 'name', label: 'Name' },
        { type: 'image', name: 'photo', label: 'Photo' },
        { type: 'audio', name: 'sound', label: 'Sound' },
        { type: 'begin_repeat', name: 'kid', label: 'Kid' },
        { type: 'image', name: 'face', label: 'Face' },
        { type: 'end_repeat' },
      ],
    },
  });
  await grant(app, survey.uid, 'editor', ['change_submissions']);
  await grant(app, survey.uid, 'viewer', ['view_submissions']);
  await grantPartially(app, survey.uid, 'some', {
    view_submissions: [{ name: 'Asha' }],
    change_submissions: [{ name: 'Asha' }],
  });
  return survey;
}

export const file = (name: string, type = 'image/jpeg', content = `${name} ${randomUUID()}`): SentFile => ({
  name,
  content,
  type,
});
export const ANSWERS =
  '<name>Asha</name><photo>a.jpg</photo><sound>s.mp3</sound><kid><face>k1.jpg</face></kid><kid><face>k2.jpg</face></kid>';
export const FILES = (): SentFile[] => [
  file('a.jpg'),
  file('s.mp3', 'audio/mpeg'),
  file('k1.jpg'),
  file('k2.jpg'),
];

export interface Row {
  readonly _id: number;
  readonly _date_modified: string;
  readonly _attachments: {
    uid: string;
    media_file_basename: string;
    is_deleted: boolean;
    download_url: string;
  }[];
}

export async function row(app: TestApp, { uid }: AssetJson, uuid: string): Promise<Row> {
  return (await app.as('owner').get(`/api/v2/assets/${uid}/data/${uuid}/`).expect(200)).body as Row;
}
export const uidOf = ({ _attachments }: Row, name: string): string =>
  _attachments.find(({ media_file_basename: basename }) => basename === name)!.uid;
