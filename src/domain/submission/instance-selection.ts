import type { InstanceDocument, InstanceElement } from './instance-document';

/**
 * The instance with the chosen elements alone, each with all that is inside it and in the groups that it stands in.
 * @param isChosen asked with the path below the root
 */
export function selectElements(
  { root }: InstanceDocument,
  isChosen: (path: string) => boolean,
): InstanceDocument {
  return { root: { ...root, text: '', children: chosenChildren(root, '', isChosen) } };
}

function chosenChildren(
  element: InstanceElement,
  at: string,
  isChosen: (path: string) => boolean,
): InstanceElement[] {
  return element.children.flatMap((child) => {
    const path = at === '' ? child.name : `${at}/${child.name}`;
    if (isChosen(path)) return [child];
    const children = chosenChildren(child, path, isChosen);
    return children.length > 0 ? [{ ...child, children }] : [];
  });
}
