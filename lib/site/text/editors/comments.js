/*
 * Comments with which page editors find their own markup again.
 *
 * Dreamweaver marks the editable parts of a template (`InstanceBeginEditable`, `TemplateParam`), FrontPage its themes,
 * its navigation bars and generated parts (`mstheme`, `msnavigation`, `webbot`). They have no effect in a published
 * page.
 */

/** The start of such a comment. */
export const EDITOR_COMMENT =
  /^\s*(?:(?:Instance|Template)(?:Begin|End|Param|Repeat|Expr|If|MultipleIf)|mstheme|msnavigation|webbot\b)/;
