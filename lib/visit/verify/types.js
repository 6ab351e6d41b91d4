/** @import { FileLookup } from '../browser/serve.js' */

/**
 * @typedef {readonly [x: number, y: number, width: number, height: number]} Box in CSS pixels of the document
 *
 * @typedef {object} ChangeInfo the effects that a change may have on a page
 * @property {string} id unique on its page
 * @property {string} rule
 * @property {string} cause shared with the same change on other pages: they are rejected together
 * @property {'same' | 'replaced'} kind `same`: not a pixel may differ; `replaced`: an image was replaced by a similar
 *   one
 * @property {string} [resource] site path of the image: it is replaced wherever the page shows it
 * @property {readonly string[]} [copies] site paths of identical images that the page showed in its place
 * @property {readonly string[]} [standIns] site paths of its files that are rendered with the pixels of the resource
 * @property {boolean} [isProven] true if it was proven otherwise that it is invisible
 * @property {boolean} [isEven] true if it is the same in every window, if visible at all
 * @property {boolean} [isDrawn] true if it is the same in every window, and on every page that renders its resource
 * @property {boolean} [isStyled] true if computed styles and boxes contain its whole effect
 * @property {Box} [box] the area of the change, if not all places of the resource on the page
 * @property {boolean} [isInPlace] true if it replaces files under their own names and edits nothing
 * @property {boolean} [isShared] true if it is made in a file that other pages use too
 * @property {boolean} [isOnOthers] true if other documents contain it, too
 * @property {string} [text] text that replaced an image: all of it, and parts that may be separate, on their own lines
 * @property {number} [threshold] min likeness of a replaced image, 0 to 1
 *
 * @typedef {object} ChangedPage
 * @property {string} path
 * @property {readonly ChangeInfo[]} changes
 * @property {string} [template] name of the page's template; by default from its style sheets and scripts
 * @property {readonly string[]} [contexts] names of the contexts of its changes: if all of them were verified on other
 *   pages of its group, the page only differs from those by text
 * @property {readonly string[]} [kinds] kinds of elements on which its changes of style sheets can have an effect
 *
 * @typedef {object} Difference
 * @property {'geometry' | 'picture' | 'meaning' | 'styles'} depth
 * @property {string} view name of the view
 * @property {string} kind
 * @property {string} message
 * @property {Box} [box]
 * @property {string} [change] id of the change at fault, if known
 *
 * @typedef {object} Movement what a page changes by itself
 * @property {readonly { view: string, tag: string | null, box: Box }[]} areas
 * @property {ReadonlySet<string>} keys of the differences between visits
 *
 * @typedef {object} Pixels
 * @property {number} width
 * @property {number} height
 * @property {Uint8Array} rgba
 *
 * @typedef {(before: Pixels, after: Pixels, change: ChangeInfo) => { likeness: number, ok: boolean }} Judge decides
 *   whether a replaced image is similar enough
 *
 * @typedef {object} Evidence images of one part of a page, as PNG
 * @property {string} view
 * @property {Box} box
 * @property {string | null} change id of the shown change, or null for the page
 * @property {Uint8Array} before
 * @property {Uint8Array} after
 * @property {Uint8Array} difference
 *
 * @typedef {{ before: string, after: string }} Guess
 *
 * @typedef {object} Rejected a change that must be removed
 * @property {string} id
 * @property {string} rule
 * @property {string} cause
 * @property {boolean} onlyHere true if the same change on other pages is unaffected
 * @property {'looks-different' | 'no-saving' | 'behaves-differently'} reason
 *
 * @typedef {object} Verdict
 * @property {string} path
 * @property {'same' | 'different' | 'unseen' | 'skipped'} status of the page with all its changes; `unseen`: it could
 *   not be rendered; `skipped`: the mode left it out, or similar pages with the same changes were verified instead
 * @property {'full' | 'geometry' | 'none'} depth of verification
 * @property {readonly Difference[]} differences
 * @property {readonly string[]} accepted ids of changes that may ship
 * @property {readonly Rejected[]} rejected
 * @property {boolean} original true if no set of changes passes, so that the page ships unchanged
 * @property {'out-of-budget' | 'blank-page' | 'no-saving' | 'behaves-differently' | null} reason why it ships
 *   unchanged, if not for a visible difference
 * @property {Guess | null} guess encoding that a browser guesses for the page, if it differs with its changes
 * @property {readonly Evidence[]} evidence
 * @property {boolean} isUncompared true if too much of the page changes by itself to compare the rest
 * @property {string | null} moving where the page changes by itself, as text; these places were not compared
 * @property {readonly string[]} notes parts that were cut short or not visible, as text
 */

export {};
