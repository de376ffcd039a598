import { MediaForm } from './choice-lists';

const MEDIA_FOLDERS: Readonly<Record<MediaForm, string>> = {
  image: 'images',
  'big-image': 'images',
  audio: 'audio',
  video: 'video',
};

/** URI of a media file; a plain file name gets the folder of its type. */
export function mediaAddress(form: MediaForm, fileName: string): string {
  return fileName.startsWith('jr://') ? fileName : `jr://${MEDIA_FOLDERS[form]}/${fileName}`;
}
