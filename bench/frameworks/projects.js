/**
 * A site created by its framework's own starter.
 * @typedef {object} Project
 * @property {string} name
 * @property {readonly string[]} [starter] command that creates the project, run next to its folder; omitted if the
 * starter fetches a template from GitHub, in which case fixtures/frameworks contains its output. Files there are copied
 * over those of the starter
 * @property {string} [picture] path of an image that one of the pages renders
 * @property {readonly string[]} [install] additional packages that a static site needs
 * @property {readonly Edit[]} [setup] changes that make the starter's site static
 * @property {readonly Edit[]} add the integration, as in docs/integrations.md
 * @property {readonly string[]} versions packages whose versions the table lists
 * @property {readonly string[]} build
 * @property {string} output
 * @property {readonly string[]} [dev] the dev server; omitted if an npm script adds nothing to it
 * @property {readonly string[]} [watch]
 * @property {string} [touch] a source file that the watch mode observes
 * @property {readonly Act[]} acts actions of a visitor, starting at the first page
 *
 * @typedef {readonly [file: string, old: string | RegExp, text: string]} Edit
 * @typedef {{ readonly click: string } | { readonly type: string } | { readonly see: string }} Act
 */

const BY_SCRIPT = 'pagethrift build';

/** @param {string} script @param {string} folder @returns {Edit[]} */
const addToScript = (script, folder) => [
  ['package.json', `"build": "${script}"`, `"build": "${script} && ${BY_SCRIPT} ${folder} --in-place"`],
];

/** @param {string} starter @param {string} config */
const makeVite = (starter, config) => ({
  starter: ['create-vite', starter, '--template', config, '--no-interactive'],
  add: /** @type {Edit[]} */ ([
    ['vite.config.js', "from 'vite'\n", "from 'vite'\nimport pagethrift from 'pagethrift/vite'\n"],
    ['vite.config.js', 'plugins: [', 'plugins: [pagethrift(), '],
  ]),
  build: ['vite', 'build'],
  output: 'dist',
  dev: ['vite', '--port'],
  watch: ['vite', 'build', '--watch'],
});

const FONTS =
  'import { GeistMono as geistMono } from "geist/font/mono";\nimport { GeistSans as geistSans } from "geist/font/sans"';
const COUNT = /** @type {const} */ ([{ click: 'button' }, { click: 'button' }]);

/** @type {readonly Project[]} */
export const PROJECTS = Object.freeze([
  {
    name: 'vite-react',
    ...makeVite('vite-react', 'react'),
    versions: ['vite', 'react'],
    touch: 'src/App.jsx',
    acts: COUNT,
  },
  { name: 'vite-vue', ...makeVite('vite-vue', 'vue'), versions: ['vite', 'vue'], touch: 'src/App.vue', acts: COUNT },
  {
    name: 'astro',
    picture: 'src/assets/picture.png',
    add: [
      [
        'astro.config.mjs',
        "from 'astro/config';\n",
        "from 'astro/config';\nimport pagethrift from 'pagethrift/astro';\n",
      ],
      ['astro.config.mjs', 'defineConfig({', 'defineConfig({ integrations: [pagethrift()]'],
    ],
    versions: ['astro'],
    build: ['astro', 'build'],
    output: 'dist',
    dev: ['astro', 'dev', '--port'],
    acts: [...COUNT, { click: 'a[href="/about/"]' }, { click: 'a[href="/"]' }, { click: 'button' }],
  },
  {
    name: 'starlight',
    picture: 'src/assets/picture.png',
    add: [
      [
        'astro.config.mjs',
        "from 'astro/config';\n",
        "from 'astro/config';\nimport pagethrift from 'pagethrift/astro';\n",
      ],
      ['astro.config.mjs', 'integrations: [\n', 'integrations: [\n\t\tpagethrift(),\n'],
    ],
    versions: ['@astrojs/starlight', 'astro'],
    build: ['astro', 'build'],
    output: 'dist',
    dev: ['astro', 'dev', '--port'],
    acts: [
      { click: 'a[href="/guides/example/"]' },
      { click: 'button[data-open-modal]' },
      { type: 'whale' },
      { see: '.pagefind-ui__result-link' },
    ],
  },
  {
    name: 'eleventy',
    picture: 'assets/picture.png',
    add: [
      ['eleventy.config.js', 'import', "import pagethrift from 'pagethrift/eleventy';\nimport"],
      [
        'eleventy.config.js',
        'addPlugin(navigation);\n',
        'addPlugin(navigation);\n  eleventyConfig.addPlugin(pagethrift);\n',
      ],
    ],
    versions: ['@11ty/eleventy'],
    build: ['eleventy'],
    output: '_site',
    dev: ['eleventy', '--serve', '--port'],
    watch: ['eleventy', '--watch'],
    touch: 'index.md',
    acts: [...COUNT, { click: 'a[href="/posts/first/"]' }, { click: 'button' }],
  },
  {
    name: 'webpack',
    picture: 'src/picture.png',
    add: [
      ['webpack.config.js', 'export', "import { PagethriftPlugin } from 'pagethrift/webpack';\nexport"],
      ['webpack.config.js', 'plugins: [\n', 'plugins: [\n    new PagethriftPlugin(),\n'],
    ],
    versions: ['webpack', 'html-webpack-plugin'],
    build: ['webpack'],
    output: 'dist',
    dev: ['webpack', 'serve', '--mode', 'development', '--port'],
    watch: ['webpack', '--watch'],
    touch: 'src/index.js',
    acts: [...COUNT, { click: 'a[href="about.html"]' }],
  },
  {
    name: 'rspack',
    picture: 'src/picture.png',
    add: [
      ['rspack.config.js', 'export', "import { PagethriftPlugin } from 'pagethrift/webpack';\nexport"],
      ['rspack.config.js', 'plugins: [\n', 'plugins: [\n    new PagethriftPlugin(),\n'],
    ],
    versions: ['@rspack/core'],
    build: ['rspack', 'build'],
    output: 'dist',
    dev: ['rspack', 'dev', '--mode', 'development', '--port'],
    watch: ['rspack', 'build', '--watch'],
    touch: 'src/index.js',
    acts: [...COUNT, { click: 'a[href="about.html"]' }],
  },
  {
    name: 'next',
    starter: [
      'create-next-app',
      'next',
      ...['--js', '--app', '--no-tailwind', '--no-eslint', '--no-src-dir', '--use-npm', '--skip-install', '--yes'],
      '--disable-git',
    ],
    // The starter downloads a font from Google during the build. The package of the same font needs no network.
    install: ['geist'],
    setup: [
      ['app/layout.js', 'import { Geist, Geist_Mono } from "next/font/google"', FONTS],
      ['app/layout.js', /const geistSans[\s\S]+?(?=export)/, ''],
      ['app/page.js', 'import Image from', 'import Link from "next/link";\nimport Image from'],
      ['app/page.js', '<h1>', '<Link href="/about">About</Link>\n<h1>'],
      ['next.config.mjs', '  cacheComponents: true,\n  partialPrefetching: true,\n', "  output: 'export',\n"],
      ['next.config.mjs', '};', '  images: { unoptimized: true },\n};'],
    ],
    add: [
      ['next.config.mjs', /^export/m, "import withPagethrift from 'pagethrift/next';\nexport"],
      ['next.config.mjs', 'default nextConfig', 'default withPagethrift(nextConfig)'],
    ],
    versions: ['next', 'react'],
    build: ['next', 'build'],
    output: 'out',
    dev: ['next', 'dev', '--port'],
    acts: [{ click: 'a[href^="/about"]' }, ...COUNT, { click: 'a[href="/"]' }],
  },
  {
    name: 'docusaurus',
    starter: ['create-docusaurus', 'docusaurus', 'classic', '--skip-install', '--javascript'],
    add: [['docusaurus.config.js', 'const config = {\n', "const config = {\n  plugins: ['pagethrift/docusaurus'],\n"]],
    versions: ['@docusaurus/core', 'react'],
    build: ['docusaurus', 'build'],
    output: 'build',
    dev: ['docusaurus', 'start', '--no-open', '--port'],
    acts: [
      { click: 'a[href="/docs/intro"]' },
      { click: 'a[href="/docs/category/tutorial---basics"]' },
      { click: 'button[aria-label^="Switch between dark"]' },
      { click: 'a[href="/blog"]' },
    ],
  },
  {
    name: 'vitepress',
    picture: 'picture.png',
    add: addToScript('vitepress build', '.vitepress/dist'),
    versions: ['vitepress', 'vue'],
    build: ['npm', 'run', 'build'],
    output: '.vitepress/dist',
    acts: [
      { click: 'a[href="/markdown-examples.html"], a[href="/markdown-examples"]' },
      { click: '.VPNavBarSearchButton, .DocSearch-Button' },
      { type: 'whale' },
      { see: '.result' },
    ],
  },
  {
    name: 'sveltekit',
    starter: [
      'sv',
      'create',
      'sveltekit',
      ...['--template', 'demo', '--types', 'jsdoc', '--no-add-ons', '--no-install'],
    ],
    install: ['@sveltejs/adapter-static@3'],
    setup: [
      ['vite.config.js', 'adapter-auto', 'adapter-static'],
      ['vite.config.js', 'adapter()', "adapter({ fallback: '200.html' })"],
    ],
    add: addToScript('vite build', 'build'),
    versions: ['@sveltejs/kit', 'svelte'],
    build: ['npm', 'run', 'build'],
    output: 'build',
    acts: [{ click: 'button[aria-label="Increase the counter by one"]' }, { click: 'a[href="/about"]' }],
  },
  {
    name: 'nuxt',
    picture: 'app/assets/picture.png',
    add: addToScript('nuxt generate', '.output/public'),
    versions: ['nuxt', 'vue'],
    build: ['npm', 'run', 'build'],
    output: '.output/public',
    acts: [...COUNT, { click: 'a[href="/about"]' }],
  },
  {
    name: 'hexo',
    starter: ['hexo-cli', 'init', 'hexo', '--no-install'],
    add: addToScript('hexo generate', 'public'),
    versions: ['hexo'],
    build: ['npm', 'run', 'build'],
    output: 'public',
    acts: [{ click: 'a.article-title, a[href$="/hello-world/"]' }],
  },
]);
