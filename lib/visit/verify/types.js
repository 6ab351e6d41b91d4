/** @import { FileLookup } from '../browser/serve.js' */

/**
 * @typedef {readonly [x: number, y: number, width: number, height: number]} Box in CSS pixels of the document
 *
 * @typedef {object} ChangeInfo what a change may do to a page
 * @property {string} id unique on its page
 * @property {string} rule
 * @property {string} cause what it shares with the same change on other pages: rejected together
 * @property {'same' | 'replaced'} kind `same`: not a pixel may differ; `replaced`: a picture became something like it
 * @property {string} [resource] site path of the picture: it is replaced wherever the page shows it
 * @property {readonly string[]} [copies] site paths of files that the page showed in its place and that were the same
 *   picture
 * @property {boolean} [isProven] whether it was shown by other means that nothing can be seen of it
 * @property {boolean} [isEven] whether it shows in every window alike, if it shows at all
 * @property {boolean} [isDrawn] whether it shows alike in every window, and on every page that draws with its resource
 * @property {boolean} [isStyled] whether computed styles and boxes tell all that may show of it
 * @property {Box} [box] where the change may show, if not wherever the page shows the resource
 * @property {string} [text] words that took the place of a picture: all, and parts that may stand apart, on lines of
 *   their own
 * @property {number} [threshold] least likeness of what was replaced, 0 to 1
 *
 * @typedef {object} ChangedPage
 * @property {string} path
 * @property {readonly ChangeInfo[]} changes
 * @property {string} [template] names pages that are built alike; taken from their style sheets and scripts if left out
 * @property {readonly string[]} [contexts] names what its changes stand in: a page of its group that changes in no
 *   context which was not looked at on another differs from that by words alone
 *
 * @typedef {object} Difference
 * @property {'geometry' | 'picture' | 'meaning' | 'styles'} depth
 * @property {string} view name of the view it was seen in
 * @property {string} kind
 * @property {string} message
 * @property {Box} [box]
 * @property {string} [change] id of the change that is to blame, where that is plain
 *
 * @typedef {object} Pixels
 * @property {number} width
 * @property {number} height
 * @property {Uint8Array} rgba
 *
 * @typedef {(before: Pixels, after: Pixels, change: ChangeInfo) => { likeness: number, ok: boolean }} Judge
 *   decides whether a replaced picture still looks like itself
 *
 * @typedef {object} Evidence pictures of one part of a page, as PNG
 * @property {string} view
 * @property {Box} box
 * @property {string | null} change id of the change that it shows, or null for the page
 * @property {Uint8Array} before
 * @property {Uint8Array} after
 * @property {Uint8Array} difference
 *
 * @typedef {{ before: string, after: string }} Guess
 *
 * @typedef {object} Rejected a change that must go
 * @property {string} id
 * @property {string} rule
 * @property {string} cause
 * @property {boolean} onlyHere whether it says nothing of the same change on other pages
 * @property {'looks-different' | 'no-saving' | 'behaves-differently'} reason
 *
 * @typedef {object} Verdict
 * @property {string} path
 * @property {'same' | 'different' | 'unseen' | 'skipped'} status of the page with all its changes; `unseen`: it could
 *   not be rendered; `skipped`: the mode left it out, or
 *   pages built and changed alike were looked at in its stead
 * @property {'full' | 'geometry' | 'none'} depth how it was looked at
 * @property {readonly Difference[]} differences
 * @property {readonly string[]} accepted ids of changes that may ship
 * @property {readonly Rejected[]} rejected
 * @property {boolean} original whether no set of changes helps, so that the page ships as it was
 * @property {'out-of-budget' | 'blank-page' | 'no-saving' | 'behaves-differently' | null} reason why it ships
 *   as it was, where nothing looks different
 * @property {Guess | null} guess what a browser takes the page's encoding for, where it does so otherwise with its
 *   changes
 * @property {readonly Evidence[]} evidence
 * @property {readonly string[]} notes what was cut short or could not be seen, in words
 */

export {};
