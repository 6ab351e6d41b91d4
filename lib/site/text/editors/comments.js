/*
 * Comments by which editors of pages find their places again.
 *
 * Dreamweaver marks what a template leaves free (`InstanceBeginEditable`, `TemplateParam`), FrontPage its themes, its
 * navigation bars and the robots that wrote a part (`mstheme`, `msnavigation`, `webbot`). Nothing reads them in a page
 * that is published.
 */

/** What the text of such a comment begins with. */
export const EDITOR_COMMENT =
  /^\s*(?:(?:Instance|Template)(?:Begin|End|Param|Repeat|Expr|If|MultipleIf)|mstheme|msnavigation|webbot\b)/;
