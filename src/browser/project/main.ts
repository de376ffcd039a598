import { bindUpload } from './upload';
import { watchTask } from './watch';

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-upload]')) bindUpload(form);
if (document.querySelector('[data-watch]') !== null) void watchTask();
