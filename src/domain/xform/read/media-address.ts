import { MediaForm } from './choice-lists';

const MEDIA_FOLDERS: Readonly<Record<MediaForm, string>> = {
  image: 'images',
  'big-image': 'images',
  audio: 'audio',
  video: 'video',
};

/** Media named without an address stand in the folder of their kind. */
export function mediaAddress(form: MediaForm, fileName: string): string {
  return fileName.startsWith('jr://') ? fileName : `jr://${MEDIA_FOLDERS[form]}/${fileName}`;
}
