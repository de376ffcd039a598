import type { OdkWebFormProps } from '@getodk/web-forms';
import type { WebFormPage } from '../../domain/web-form/web-form-page';
import { asBeforeEdit, withMetaOfForm } from './form-xml';
import { restorable, SUBMISSION_FILE } from './offline/draft-saver';
import type { Draft } from './offline/offline-database';
import { pageHeaders } from './send';

export async function fetchText(path: string): Promise<string> {
  const response = await fetch(path, { headers: pageHeaders() });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.text();
}

/** Submission to edit, answers that were kept of it, or answers that were kept of a new one. */
export function instanceToOpen(
  { instance }: WebFormPage,
  draft: Draft | undefined,
): Partial<OdkWebFormProps> {
  if (instance === undefined)
    return draft === undefined ? {} : { editInstance: { draft: restorable(draft.files) } };
  const kept = new Map(draft?.files.map(({ name, content }) => [name, content]));
  const paths = new Map(instance.files.map(({ name, path }) => [name, path]));
  const edited = kept.get(SUBMISSION_FILE);
  return {
    editInstance: {
      resolveInstance: async () =>
        withMetaOfForm(
          edited === undefined ? await fetchText(instance.xml) : asBeforeEdit(await edited.text()),
        ),
      attachmentFileNames: [...new Set([...paths.keys(), ...kept.keys()])].filter(
        (name) => name !== SUBMISSION_FILE,
      ),
      resolveAttachment: async (name: string) => {
        const file = kept.get(name);
        return file === undefined ? fetch(paths.get(name)!, { headers: pageHeaders() }) : new Response(file);
      },
    },
  };
}
