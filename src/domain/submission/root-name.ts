const BEFORE_ROOT = /^(?:[\s\ufeff]|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*/;
const ROOT = /<(?:[^\s/>:]+:)?([^\s/>:]+)/y;

/** Returns the local name of the root element. @param xml well-formed and without a DTD, i.e. parsed before */
export function rootNameOf(xml: string): string {
  ROOT.lastIndex = BEFORE_ROOT.exec(xml)![0].length;
  return ROOT.exec(xml)![1]!;
}
