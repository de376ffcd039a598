const BEFORE_ROOT = /^(?:[\s\ufeff]|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*/;
const ROOT = /<(?:[^\s/>:]+:)?([^\s/>:]+)/y;

/** The local name of the root element. @param xml a document that was read before: it is well-formed and has no DTD */
export function rootNameOf(xml: string): string {
  ROOT.lastIndex = BEFORE_ROOT.exec(xml)![0].length;
  return ROOT.exec(xml)![1]!;
}
