import { ChoiceList, ChoiceLists } from '../read/choice-lists';
import { callsOf } from '../expression/expression-tokens';
import { Place, ProblemLog } from '../form/problem-log';
import { element, plain, XmlElement } from '../xml/xml-tree';

/**
 * Instances besides the primary one (contract-xlsform 3.5): one for each choice list, and one for each file that a
 * select, pulldata() or an external question reads. The same id and source count once; the same id for two sources
 * is refused.
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

  /** Makes an instance of a file known. */
  addFile(id: string, source: string, at: Place): void {
    const known = this.sources.get(id);
    if (this.lists.has(id) || (known !== undefined && known !== source)) {
      this.log.refuse(
        at,
        `The name "${id}" stands for two different sources: ${known ?? 'the choice list of that name'} and ${source}. Rename one of them.`,
      );
      return;
    }
    this.sources.set(id, source);
  }

  /** Finds the files that an expression reads by pulldata(). */
  noteExpression(source: string, at: Place): void {
    for (const [first] of callsOf(source, 'pulldata')) {
      const id = /^(['"])(.+)\1$/.exec(first ?? '')?.[2]?.trim();
      if (id !== undefined && !id.includes('${')) this.addFile(id, `jr://file-csv/${id}.csv`, at);
    }
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
  let index = 0;
  for (const { name, label, further } of list.items) {
    const cells = list.needsItext
      ? [plain('itextId', list.textId(index)), plain('name', name)]
      : typeof label === 'string'
        ? [plain('name', name), plain('label', label)]
        : [plain('name', name)];
    for (const [column, value] of further) cells.push(plain(column, value));
    yield plain('item', cells);
    index++;
  }
}
