/** @import { Range } from '../types.ts' */
/** @import { Choice } from './types.ts' */

/** Says which choices exclude each other: those of one thing, and those of one page whose ranges overlap. @param {readonly Choice[]} choices @returns {ReadonlySet<number>[]} */
export function findConflicts(choices) {
  const conflicts = choices.map(() => /** @type {Set<number>} */ (new Set()));
  /** @param {number} a @param {number} b */
  const exclude = (a, b) => {
    conflicts[a].add(b);
    conflicts[b].add(a);
  };
  const withIndex = choices.map((choice, index) => ({ choice, index }));
  for (const group of Map.groupBy(withIndex, ({ choice }) => choice.thing).values()) {
    if (group[0].choice.thing === null) continue;
    for (const [at, one] of group.entries()) for (const other of group.slice(at + 1)) exclude(one.index, other.index);
  }
  for (const group of Map.groupBy(withIndex, ({ choice }) => choice.proposal.page).values()) {
    const inOrder = group.filter(({ choice }) => choice.range).sort((a, b) => startOf(a.choice) - startOf(b.choice));
    for (const [at, one] of inOrder.entries()) {
      for (let next = at + 1; next < inOrder.length; next += 1) {
        const other = inOrder[next];
        if (startOf(other.choice) >= /** @type {Range} */ (one.choice.range).end) break;
        exclude(one.index, other.index);
      }
    }
  }
  return conflicts;
}

/** @param {Choice} choice */
function startOf({ range }) {
  return range?.start ?? 0;
}

/** Says whether a choice may stand beside those chosen. @param {ReadonlySet<number>} excluded by the choice @param {ReadonlySet<number>} chosen */
export function isFree(excluded, chosen) {
  for (const index of excluded) if (chosen.has(index)) return false;
  return true;
}

/** Gives a set without one of its members. @param {ReadonlySet<number>} chosen @param {number} index */
export function leaveOut(chosen, index) {
  return new Set([...chosen].filter((each) => each !== index));
}
