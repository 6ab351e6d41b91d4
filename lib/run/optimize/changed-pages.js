/** @import { Change } from '../../plan/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { SitePath } from '../../site/types.ts' */
/** @import { ChangedPage } from '../../visit/verify/types.js' */
/** @import { ContextsOf, PlanToVerify } from './verify-site.js' */

import { exact } from '../../base/exact.js';
import { documentsOf } from '../../plan/make/draft-changes.js';
import { isRoute } from '../../site/addresses.js';
import { causeOf, PACKING } from './forbidden.js';

/**
 * Returns the changes of each page that has any, or that requests a file under another name.
 * @param {Pick<PlanToVerify, 'original' | 'site' | 'linked' | 'accepted'>} plan
 */
export function changedPages({ original, site, linked, accepted }) {
  const onPage = changesByPage(accepted, linked);
  for (const [path, [document]] of linked.graph.fetches)
    if (!onPage.has(path) && site.files.get(document) !== original.files.get(document)) onPage.set(path, []);
  return onPage;
}

/**
 * Returns the changes of each page: its own, and those of the sheets that it fetches.
 * @param {readonly Change[]} accepted
 * @param {Linked} linked
 */
function changesByPage(accepted, { graph }) {
  /** @type {Map<SitePath, Change[]>} */
  const onPage = new Map();
  for (const change of accepted) {
    const documents = [change.proposal.page, ...documentsOf(change)];
    const pages = documents.flatMap((path) => {
      const users = graph.usedBy.get(path) ?? [];
      return graph.fetches.has(path) ? [path, ...users.filter(isRoute)] : users;
    });
    for (const path of new Set(pages)) {
      const changes = onPage.get(path);
      if (changes) changes.push(change);
      else onPage.set(path, [change]);
    }
  }
  return onPage;
}

/** Returns all text that replaces an image, in lines. @param {Change['words']} words */
function linesOf(words) {
  return words ? [words.text, ...(words.parts ?? [])].join('\n') : '';
}

/** Returns true if a change replaces a file under its own name and edits nothing. @param {Change} change */
function isMadeInPlace({ proposal: { resource }, edits, files }) {
  return edits.length === 0 && files.length > 0 && files.every(({ path }) => path === resource);
}

/** Returns true if a change shows a similar image. @param {Change} change */
function isSimilar({ proof }) {
  return proof === 'similar' || proof === 'judged';
}

/** Returns true if a change is the same wherever its file is rendered. @param {Change} change */
function isDrawn(change) {
  return change.proof === 'drawn' || (isSimilar(change) && isMadeInPlace(change));
}

/**
 * Returns true if a page requests a file only as its icon, which the page does not render.
 * @param {SitePath} path @param {SitePath | null} file @param {Pick<Linked, 'graph' | 'seen'>} linked
 */
function isOnlyIcon(path, file, { graph, seen }) {
  const uses = (graph.follows.get(path) ?? []).filter(({ target }) => target.kind === 'file' && target.path === file);
  const isFetched = seen.records.get(path)?.fetched.some((fetched) => fetched.path === file) ?? false;
  return uses.length > 0 && uses.every(({ role }) => role === 'icon') && !isFetched;
}

/**
 * Returns the new files of a change that are rendered with the pixels of the original: they are in the background, so
 * that a difference in them would hide one in the content in front of them.
 * @param {SitePath} path @param {Change} change @param {readonly SitePath[]} shown names of the image
 * @param {Linked['graph']} graph
 */
function listStandIns(path, { proof, files }, shown, { follows }) {
  const uses = (follows.get(path) ?? []).filter(({ target }) => target.kind === 'file' && shown.includes(target.path));
  const isBehind = uses.length > 0 && uses.every(({ role }) => role === 'background');
  return proof === 'judged' && isBehind ? files.map((file) => file.path) : [];
}

/**
 * Describes a changed page for verification.
 * @param {SitePath} path
 * @param {readonly Change[]} entries
 * @param {object} known
 * @param {boolean} known.canPack
 * @param {ContextsOf} known.contextsOf
 * @param {ReadonlyMap<SitePath | null, readonly SitePath[]>} known.copies
 * @param {Pick<Linked, 'graph' | 'seen'>} known.linked
 * @returns {ChangedPage}
 */
export function describePage(path, entries, { canPack, contextsOf, copies, linked }) {
  const changes = entries.map((change, index) => {
    const { proposal, rule, proof, words } = change;
    const isInPlace = isMadeInPlace(change);
    const isProven = proof === 'proven' || (isInPlace && isOnlyIcon(path, proposal.resource, linked));
    const isEven = proof === 'even';
    const isStyled = proof === 'styles';
    const { resource, alsoShown = [] } = proposal;
    const documents = [proposal.page, ...documentsOf(change)];
    const isShared = !documents.includes(path);
    const isOnOthers = documents.some((document) => document !== path);
    const named = { id: String(index), rule: rule.id, cause: causeOf(proposal) };
    const text = linesOf(words);
    const same = [...(copies.get(resource) ?? []), ...alsoShown];
    const standIns = resource ? listStandIns(path, change, [resource, ...same], linked.graph) : [];
    const kind = isSimilar(change) && resource && standIns.length === 0 ? exact('replaced') : exact('same');
    const about = {
      ...(resource ? { resource } : {}),
      ...(same.length > 0 ? { copies: same } : {}),
      ...(text ? { text } : {}),
      ...(standIns.length > 0 ? { standIns } : {}),
    };
    return {
      ...named,
      kind,
      isProven,
      isEven,
      isDrawn: proof === 'drawn',
      isStyled,
      isInPlace,
      isShared,
      isOnOthers,
      ...about,
    };
  });
  const visible = entries.filter((_, index) => !changes[index].isProven);
  const alike = contextsOf(
    path,
    visible.map((change) => ({ proposal: change.proposal, cause: causeOf(change.proposal), isDrawn: isDrawn(change) })),
  );
  const packing = { id: PACKING, rule: 'minify', cause: PACKING, kind: exact('same'), isProven: true };
  return { path, changes: canPack ? [...changes, packing] : changes, ...alike };
}
