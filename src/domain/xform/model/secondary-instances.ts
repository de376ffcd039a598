import { ChoiceList, ChoiceLists } from '../read/choice-lists';
import { callsOf } from '../expression/expression-tokens';
import { SourceLocation, ProblemLog } from '../form/problem-log';
import { element, plain, XmlElement } from '../xml/xml-tree';

/**
 * Secondary instances (contract-xlsform 3.5): one for each choice list, and one for each file that a select, pulldata()
 * or an external question reads. One id with two sources is refused.
 */
export class SecondaryInstances {
  private readonly sources = new Map<string, string>();
  private readonly lists = new Map<string, ChoiceList>();

  constructor(
    choices: ChoiceLists,
    private readonly log: ProblemLog,
  ) {
    for (const list of choices.all) if (!list.inline) this.lists.set(list.name, list);
  }

  /** Adds the instance of a file, once per id and source. */
  addFile(id: string, source: string, at: SourceLocation): void {
    const existing = this.sources.get(id);
    if (this.lists.has(id) || (existing !== undefined && existing !== source)) {
      this.log.refuse(
        at,
        `The name "${id}" is used for two different sources: ${existing ?? 'the choice list of that name'} and ${source}. Rename one of them.`,
      );
      return;
    }
    this.sources.set(id, source);
  }

  /** Adds the instances of the files that an expression reads with pulldata(). */
  addPulldataFiles(source: string, at: SourceLocation): void {
    for (const [first] of callsOf(source, 'pulldata')) {
      const id = /^(['"])(.+)\1$/.exec(first ?? '')?.[2]?.trim();
      if (id !== undefined && !id.includes('${')) this.addFile(id, `jr://file-csv/${id}.csv`, at);
    }
  }

  has(id: string): boolean {
    return this.lists.has(id) || this.sources.has(id);
  }

  toElements(): XmlElement[] {
    const elements = [...this.lists.values()].map(listInstance);
    for (const [id, src] of this.sources) elements.push(element('instance', { id, src }));
    return elements;
  }
}

function listInstance(list: ChoiceList): XmlElement {
  return element('instance', { id: list.name }, [plain('root', () => itemsOf(list))]);
}

function* itemsOf(list: ChoiceList): Generator<XmlElement> {
  for (const [index, { name, label, extraColumns }] of list.items.entries()) {
    const cells = list.needsItext
      ? [plain('itextId', list.textId(index)), plain('name', name)]
      : typeof label === 'string'
        ? [plain('name', name), plain('label', label)]
        : [plain('name', name)];
    for (const [column, value] of extraColumns) cells.push(plain(column, value));
    yield plain('item', cells);
  }
}
