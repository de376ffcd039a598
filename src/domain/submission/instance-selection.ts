import type { InstanceDocument, InstanceElement } from './instance-document';

/**
 * Returns a copy of the instance with the selected elements only, including their descendants and ancestors.
 * @param isSelected called with the path below the root
 */
export function selectElements(
  { root }: InstanceDocument,
  isSelected: (path: string) => boolean,
): InstanceDocument {
  return { root: { ...root, text: '', children: selectedChildren(root, '', isSelected) } };
}

function selectedChildren(
  element: InstanceElement,
  parentPath: string,
  isSelected: (path: string) => boolean,
): InstanceElement[] {
  return element.children.flatMap((child) => {
    const path = parentPath === '' ? child.name : `${parentPath}/${child.name}`;
    if (isSelected(path)) return [child];
    const children = selectedChildren(child, path, isSelected);
    return children.length > 0 ? [{ ...child, children }] : [];
  });
}
