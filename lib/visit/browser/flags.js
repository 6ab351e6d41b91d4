/**
 * Flags for steady rendering, immediate and without animation. Pixels can differ by a level between kinds of
 * processors, so both sides of a comparison are rendered on one machine.
 */
const RENDERING_FLAGS = [
  '--disable-gpu',
  '--disable-lcd-text',
  '--disable-partial-raster',
  '--run-all-compositor-stages-before-draw',
  '--disable-new-content-rendering-timeout',
  '--disable-threaded-animation',
  '--disable-threaded-scrolling',
  '--disable-checker-imaging',
  '--disable-image-animation-resync',
  '--blink-settings=imageAnimationPolicy=2,lazyLoadEnabled=false',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--mute-audio',
  // Pages do not scroll here, so there is no gain from painting them in small tiles.
  '--default-tile-width=4096',
  '--default-tile-height=4096',
  // Megabytes for layers. Beyond its usual limit, the browser leaves out parts outside of the window, others each time:
  // without this, 7 of 7 renderings of a page with parallax at two device pixels differed. Seen on one site.
  '--force-gpu-mem-available-mb=4096',
];

/**
 * Flags that close the network to the browser, also on systems without network namespaces. All connections go to a
 * proxy whose name cannot be resolved, those to this machine as well. No name is resolved, and UDP needs a proxy for
 * it.
 */
const CLOSED_NETWORK_FLAGS = [
  '--proxy-server=http://closed.invalid:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--no-pings',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  // Pages open no windows: those would run next to the visited page.
  '--block-new-web-contents',
];

/**
 * All of a page runs in one process: frames of other hosts are empty, and a fenced frame blocks a screenshot without
 * end.
 */
const PROCESS_FLAGS = [
  '--disable-site-isolation-trials',
  '--disable-features=IsolateOrigins,site-per-process,FencedFrames',
];

/** Decodes JPEG XL, as Chromium does by default from version 155 on. */
const FORMAT_FLAGS = ['--enable-features=JXLImageFormat'];

/** Hides from pages that the browser is automated. */
const APPEARANCE_FLAGS = ['--disable-blink-features=AutomationControlled'];

export const FLAGS = Object.freeze([
  ...APPEARANCE_FLAGS,
  ...RENDERING_FLAGS,
  ...CLOSED_NETWORK_FLAGS,
  ...PROCESS_FLAGS,
  ...FORMAT_FLAGS,
  '--no-first-run',
  '--no-default-browser-check',
]);

/**
 * Flags of puppeteer that would allow a page to flood the browser with messages, open windows, or detect the
 * automation.
 */
export const UNWANTED_DEFAULT_FLAGS = Object.freeze([
  '--disable-ipc-flooding-protection',
  '--disable-popup-blocking',
  '--enable-automation',
]);
