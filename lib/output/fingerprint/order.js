import { present } from '../../base/present.js';

/**
 * Sorts names so that each comes after those that it needs. Names that need each other form one group. Tarjan's
 * algorithm without recursion, because chunks import each other in chains of thousands.
 * @param {Iterable<string>} names
 * @param {(name: string) => readonly string[]} needsOf
 * @returns {string[][]}
 */
export function orderByNeed(names, needsOf) {
  /** @type {Map<string, { at: number, low: number, isOpen: boolean }>} */
  const seen = new Map();
  /** @type {string[]} */
  const open = [];
  /** @type {string[][]} */
  const groups = [];
  for (const first of names) {
    if (seen.has(first)) continue;
    const path = [enter(first)];
    while (path.length > 0) {
      const here = path[path.length - 1];
      const next = here.needs[here.done++];
      if (next === undefined) {
        path.pop();
        const above = path.at(-1);
        if (above) above.mark.low = Math.min(above.mark.low, here.mark.low);
        if (here.mark.low === here.mark.at) groups.push(leave(here.name));
        continue;
      }
      const known = seen.get(next);
      if (!known) path.push(enter(next));
      else if (known.isOpen) here.mark.low = Math.min(here.mark.low, known.at);
    }
  }
  return groups;

  /** @param {string} name */
  function enter(name) {
    const mark = { at: seen.size, low: seen.size, isOpen: true };
    seen.set(name, mark);
    open.push(name);
    return { name, mark, needs: needsOf(name), done: 0 };
  }

  /** @param {string} name */
  function leave(name) {
    const group = open.splice(open.lastIndexOf(name));
    for (const member of group) present(seen.get(member)).isOpen = false;
    return group;
  }
}
