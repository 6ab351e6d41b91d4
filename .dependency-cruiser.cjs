/**
 * Who may import whom: see ARCHITECTURE.md. `test/architecture.test.js` holds the layer list against the folders that exist.
 */

/** The stage folders of lib, with the other stage folders that each may import (`*`: any). */
const LAYERS = require('./lib/layers.json');

const SHARED = '^lib/(grounds\\.js|images/grounds\\.js|base/|text/|site/text/)';

const only = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: to },
});

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(LAYERS)
      .filter(([, allowed]) => allowed !== '*')
      .map(([layer, allowed]) => ({
        name: `${layer}-imports`,
        severity: 'error',
        comment: `lib/${layer} may import itself, what is shared${allowed.length ? `, ${allowed.join(' and ')}` : ''}`,
        from: { path: `^lib/${layer}/` },
        to: {
          path: '^(lib|rules|bin)/',
          pathNot: [SHARED, `^lib/${layer}/`, ...allowed.map((other) => `^lib/${other}/`)],
        },
      })),
    only('lib-never-rules', '^lib/(?!cli/|run/|index\\.js)', '^rules/', 'rules are an argument of optimize'),
    {
      name: 'rules-see-pages-and-styles',
      severity: 'error',
      from: { path: '^rules/' },
      to: {
        path: '^(lib|bin)/',
        pathNot: '^lib/(base/|fonts/|site/(text|page|style)/)',
      },
    },
    only('bin-is-a-door', '^bin/', '^(rules|lib/(?!run/cli/))', 'bin calls the command line and nothing else'),
    {
      name: 'files-and-network-at-the-edges',
      severity: 'error',
      comment: 'but for those that read what packages ship: a wasm module, fonts, weights and a list of words',
      from: {
        path: '^(lib|rules)/',
        pathNot:
          '^lib/(images/)?(codecs/similarity|text-images/read/(line-engine|witnesses))\\.js|^lib/(base/(temporary|packed-file)\\.js|site/|(output/)?write/|cache/|(visit/)?browser/|(output/)?serve/|run/|cli/|index)',
      },
      to: {
        dependencyTypes: ['core'],
        path: '^(node:)?(fs|fs/promises|net|http|https|http2|tls|dgram|dns|child_process)$',
      },
    },
    only(
      'codecs-hold-the-codecs',
      '^(lib|rules)/(?!(images/)?codecs/)',
      'node_modules/(sharp|@napi-rs/image)',
      'pictures are encoded in lib/images/codecs',
    ),
    only(
      'browser-holds-puppeteer',
      '^(lib|rules)/(?!(visit/)?browser/)',
      'node_modules/(puppeteer-core|@sparticuz/chromium)',
      'the browser is started in lib/visit/browser',
    ),
    {
      name: 'png-stands-alone',
      severity: 'error',
      comment: 'the codecs are a library of their own: see lib/images/png/README.md',
      from: { path: '^lib/images/png/' },
      to: { path: '^(lib|rules|bin)/|node_modules', pathNot: '^lib/images/png/|node_modules/libdeflate/' },
    },
    only('network-stands-alone', '^lib/network/', 'node_modules', 'the model is a library of its own'),
  ],
  options: { doNotFollow: { path: 'node_modules' }, tsPreCompilationDeps: false, exclude: { path: '^types/' } },
};
