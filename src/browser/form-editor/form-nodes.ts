import { type FormContent, isBegin, isEnd, type Row } from './form-content';

/** A row as a node of the form. The root, and the document around it, have no row. */
export interface FormNode {
  readonly row: Row | undefined;
  readonly parent: FormNode | undefined;
  readonly children: FormNode[];
}

/** Columns that name the list of a block of KoboToolbox, by the type of its first row. */
export const LISTS_OF_BLOCKS: Readonly<Record<string, string>> = {
  begin_score: 'kobo--score-choices',
  begin_rank: 'kobo--rank-items',
  begin_kobomatrix: 'kobo--matrix_list',
};
/** The list whose choices are edited with a row, and the column that names it. */
export function listOfRow(row: Row): { readonly column: string; readonly list: string } | undefined {
  const column = LISTS_OF_BLOCKS[row.type] ?? 'select_from_list_name';
  const list = row[column];
  return typeof list === 'string' ? { column, list } : undefined;
}

const ANSWERED_IN_BLOCKS = new Set(['score__row', 'rank__level']);

/** List of choices that the answers to a question are from. */
export function listOfAnswers({ row, parent }: FormNode): string | undefined {
  if (row === undefined) return undefined;
  if (!ANSWERED_IN_BLOCKS.has(row.type)) return row.select_from_list_name;
  const list = parent?.row?.[LISTS_OF_BLOCKS[parent.row.type] ?? ''];
  return typeof list === 'string' ? list : undefined;
}

/** Groups and questions as a tree, for paths. */
export class FormTree {
  readonly document: FormNode = { row: undefined, parent: undefined, children: [] };
  readonly root: FormNode = this.add(undefined, this.document);
  /** Of the settings and of entities: one and two levels below the root. */
  readonly meta: FormNode = { row: undefined, parent: this.root, children: [] };
  private readonly byRow = new Map<Row, FormNode>();
  private readonly named = new Map<string, FormNode[]>();

  constructor({ survey }: Pick<FormContent, 'survey'>) {
    const open = [this.root];
    for (const row of survey) {
      if (isEnd(row.type)) {
        if (open.length > 1) open.pop();
        continue;
      }
      const node = this.add(row, open.at(-1)!);
      this.byRow.set(row, node);
      const { name = '' } = row;
      this.named.set(name, [...(this.named.get(name) ?? []), node]);
      if (isBegin(row.type)) open.push(node);
    }
  }

  nodeOf(row: Row): FormNode | undefined {
    return this.byRow.get(row);
  }

  /** The only row of a name. */
  byName(name: string): FormNode | undefined {
    const nodes = this.named.get(name) ?? [];
    return nodes.length === 1 ? nodes[0] : undefined;
  }

  /** Child of a name, or any descendant. The root has a name that forms get when they are deployed. */
  step(from: FormNode, name: string, isDeep: boolean): FormNode | undefined {
    if (isDeep) return this.byName(name);
    if (from === this.document) return this.root;
    // A matrix becomes a group for each of its choices.
    if (from.row?.type === 'begin_kobomatrix') return undefined;
    const found = from.children.filter(({ row }) => row?.name === name);
    return found.length === 1 ? found[0] : undefined;
  }

  private add(row: Row | undefined, parent: FormNode): FormNode {
    const node: FormNode = { row, parent, children: [] };
    parent.children.push(node);
    return node;
  }
}
