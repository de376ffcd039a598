import type { OdkWebFormProps } from '@getodk/web-forms';
import type { RepeatRangeUncontrolledNode } from '@getodk/xforms-engine';
import type { WebFormPage } from '../../domain/web-form/web-form-page';
import { childrenOf, REPEAT_WITH_BUTTON, type FormNode } from './form-pages';
import { asBeforeEdit, FormXml, withMetaOfForm } from './form-xml';
import { restorable, SUBMISSION_FILE } from './offline/draft-saver';
import type { Draft } from './offline/offline-database';
import { pageHeaders } from './send';

export async function fetchText(path: string): Promise<string> {
  const response = await fetch(path, { headers: pageHeaders() });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.text();
}

/** The form of a page, as the engine gets it. */
export async function loadForm(page: WebFormPage): Promise<FormXml> {
  const form = new FormXml(await fetchText(page.form));
  if (page.mode === 'view') return form.lock();
  if (page.instance === undefined) return form.prefill(new URLSearchParams(location.search));
  const { xml, files } = page.instance;
  return form.acceptMissingFiles(
    await fetchText(xml),
    files.map(({ name }) => name),
  );
}

/**
 * Submission to edit, answers that were kept of it, or answers that were kept of a new one.
 * @param onInstance gets the XML of the submission to edit
 */
export function instanceToOpen(
  { instance }: WebFormPage,
  draft: Draft | undefined,
  onInstance: (xml: string) => void,
): Partial<OdkWebFormProps> {
  if (instance === undefined)
    return draft === undefined ? {} : { editInstance: { draft: restorable(draft.files) } };
  const kept = new Map(draft?.files.map(({ name, content }) => [name, content]));
  const paths = new Map(instance.files.map(({ name, path }) => [name, path]));
  const edited = kept.get(SUBMISSION_FILE);
  return {
    editInstance: {
      resolveInstance: async () => {
        const xml = withMetaOfForm(
          edited === undefined ? await fetchText(instance.xml) : asBeforeEdit(await edited.text()),
        );
        onInstance(xml);
        return xml;
      },
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

/**
 * Gives each repeat that is not relevant its first instance, as in a new form: submissions leave it out, and people who make
 * it relevant in an edit expect its questions.
 */
export function addUnsentInstances(node: FormNode): void {
  if (node.nodeType === REPEAT_WITH_BUTTON && !node.currentState.relevant && childrenOf(node).length === 0)
    (node as unknown as RepeatRangeUncontrolledNode).addInstances(undefined, 1);
  for (const child of childrenOf(node)) addUnsentInstances(child);
}
