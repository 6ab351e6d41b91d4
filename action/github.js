/** Max number of results per page of GitHub's REST API. */
const PAGE_SIZE = 100;
/**
 * Max number of pages of comments that are searched. Beyond it, a second comment is written, which is preferable to a
 * slow job.
 */
const MAX_PAGES = 30;

/**
 * @typedef {{ fetch: typeof fetch, api: string, repository: string, token: string }} Access
 * @param {Access} access
 */
export function openGithub({ fetch, api, repository, token }) {
  /** @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
  const ask = async (method, path, body) => {
    const response = await fetch(`${api}/repos/${repository}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' },
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${method} ${path}`);
    return response.json();
  };
  return {
    /**
     * Writes the comment that starts with a marker, or updates it. `write` gets the text of the former comment.
     * @param {number} pull @param {string} mark @param {(former: string) => string} write
     */
    async comment(pull, mark, write) {
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const comments = await ask('GET', `/issues/${pull}/comments?per_page=${PAGE_SIZE}&page=${page}`);
        const own = comments.find(
          (/** @type {{ body: string, user: { type: string } }} */ comment) =>
            comment.user?.type === 'Bot' && comment.body?.startsWith(mark),
        );
        if (own) return ask('PATCH', `/issues/comments/${own.id}`, { body: write(own.body) });
        if (comments.length < PAGE_SIZE) break;
      }
      return ask('POST', `/issues/${pull}/comments`, { body: write('') });
    },
    /**
     * Returns the open pull request of a commit, including those of forks.
     * @param {string} sha @returns {Promise<number | null>}
     */
    async findPull(sha) {
      const pulls = await ask('GET', `/commits/${sha}/pulls?per_page=${PAGE_SIZE}`);
      const open = pulls.find(
        (/** @type {{ state: string, head: { sha: string } }} */ { state, head }) =>
          state === 'open' && head.sha === sha,
      );
      return open?.number ?? null;
    },
  };
}
