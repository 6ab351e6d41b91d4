/** @import { Change } from './types.ts' */
/** @import { PageInput } from './price/types.ts' */
/** @import { Weighed } from './price/weigh-changes.js' */
/** @import { Choice } from './types.ts' */

import { findConflicts } from './conflicts.js';
import { isDelivery } from './constraints.js';
import { documentsOf } from './make/draft-changes.js';
import { isPureGain } from './price/combine-effects.js';

/**
 * Lists the choices of the planner on a page: groups that are made as a whole; all changes of a rule to one file, if
 * they only remove bytes and no other change writes the same places; and every other change by itself.
 * @param {readonly Weighed[]} changes
 * @param {PageInput} input
 * @param {ReadonlySet<Change>} settled changes that are made unless the page is clearly cheaper without them
 * @returns {Choice<readonly Weighed[]>[]}
 */
export function listChoices(changes, input, settled) {
  const conflicts = findConflicts(changes.map((change) => choiceOf([change])));
  const bundles = Map.groupBy(changes.keys(), (index) => {
    const { rule, proposal, group } = changes[index].change;
    return group?.take === 'all' ? `group ${group.id}` : `${rule.id} ${proposal.resource}`;
  });
  const choices = [...bundles.values()].flatMap((indices) => {
    const bundle = indices.map((index) => changes[index]);
    const isWhole = bundle[0].change.group?.take === 'all';
    const isAlone = indices.every((index) =>
      [...conflicts[index]].every((other) => indices.includes(other) || isDelivery(changes[other].change)),
    );
    const sure =
      isAlone &&
      !isDelivery(bundle[0].change) &&
      isPureGain(
        bundle.map(({ effect }) => effect),
        input,
      );
    if (sure || isWhole) return [{ at: indices[0], choice: { ...choiceOf(bundle), sure } }];
    return indices.map((index) => ({
      at: index,
      choice: { ...choiceOf([changes[index]]), sure: settled.has(changes[index].change) },
    }));
  });
  return choices.sort((a, b) => a.at - b.at).map(({ choice }) => choice);
}

/**
 * @param {readonly Weighed[]} changes
 * @returns {Choice<readonly Weighed[]>}
 */
function choiceOf(changes) {
  const [{ change }] = changes;
  const { safety, beyondCost = false, isPreferred = false, showsEarlier = false } = change.rule;
  return {
    claims: changes.flatMap((one) => one.change.claims),
    writes: [...new Set(changes.flatMap((one) => [...documentsOf(one.change)]))],
    copies: changes.flatMap((one) => one.change.carries.flatMap(({ path, isCopy }) => (isCopy ? [path] : []))),
    thing: change.group?.take === 'one' ? change.group.id : null,
    safety,
    beyondCost,
    isPreferred,
    showsEarlier,
    everywhere: isDelivery(change),
    effect: changes,
  };
}

/** @param {readonly Choice<readonly Weighed[]>[]} choices @returns {Change[]} */
export function changesIn(choices) {
  return choices.flatMap(({ effect }) => effect.map(({ change }) => change));
}
