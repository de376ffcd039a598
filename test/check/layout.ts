/** A folder of the layout, indented by two. */
const FOLDER = /^ {2}([a-z0-9-]+)\/ /;
/** Names of the folders inside the folder above. */
const SUBFOLDERS = /^ {4}((?:[a-z0-9-]+\/ ?)+)$/;

/** Parses the project layout of CONTRIBUTING.md. @returns names of subfolders by path */
export function parseLayout(layout: string): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  const add = (path: string, names: readonly string[]): void => {
    folders.set(path, [...(folders.get(path) ?? []), ...names]);
  };
  let [root, folder] = ['', ''];
  for (const line of layout.split('\n')) {
    root = /^(\w+)\/$/.exec(line)?.[1] ?? root;
    const [, name] = FOLDER.exec(line) ?? [];
    if (name !== undefined) {
      folder = name;
      add(root, [folder]);
    }
    const [, inside] = SUBFOLDERS.exec(line) ?? [];
    if (inside !== undefined) add(`${root}/${folder}`, inside.replaceAll('/', '').split(' '));
  }
  return folders;
}
