/** Errors that are worded for programs, in the words of pages. */
const REWORDED: ReadonlyMap<string, string> = new Map([
  [
    'One or more submission ids are invalid',
    'Some of these submissions are not there any more: they were deleted, or restored, meanwhile. Nothing was changed. Open the list again.',
  ],
  [
    'Form is not active',
    'The project is archived, and takes no new submissions or edits. Nothing was changed. Deploy it again first.',
  ],
  ['Invalid scheme', 'The address must begin with http:// or https://.'],
  ['Invalid JSON', 'The template is not valid JSON.'],
  [
    'File already exists',
    'A file of this name is there already. Delete that one first, then add the new one.',
  ],
  ['Invalid hyperlink - Object does not exist.', 'This is not found here. Check the spelling.'],
  ['Must not be in the same organization', 'You can’t offer a project to yourself. Enter another username.'],
]);

export const rewordedError = (message: string): string => REWORDED.get(message) ?? message;
