/** Flags that make every machine paint the same, at once and without waiting. */
const RENDERING_FLAGS = [
  '--disable-gpu',
  '--disable-lcd-text',
  '--disable-partial-raster',
  '--disable-skia-runtime-opts',
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
  // Pages stand still here, so there is nothing to gain from painting them in small pieces.
  '--default-tile-width=4096',
  '--default-tile-height=4096',
];

/**
 * Flags that leave the browser no way to a network, for systems without network namespaces too. All connections go to a
 * proxy whose name cannot be resolved, those to this machine as well; no name is looked up; UDP needs a proxy for it.
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
  // Pages open no windows: those would run beside the page that is looked at.
  '--block-new-web-contents',
];

/**
 * All of a page runs in one process: frames of other hosts are empty, and a fenced frame keeps a
 * screenshot waiting for ever.
 */
const PROCESS_FLAGS = [
  '--disable-site-isolation-trials',
  '--disable-features=IsolateOrigins,site-per-process,FencedFrames',
];

/** Pages do not see that a program steers the browser. */
const APPEARANCE_FLAGS = ['--disable-blink-features=AutomationControlled'];

export const FLAGS = Object.freeze([
  ...APPEARANCE_FLAGS,
  ...RENDERING_FLAGS,
  ...CLOSED_NETWORK_FLAGS,
  ...PROCESS_FLAGS,
  '--no-first-run',
  '--no-default-browser-check',
]);

/**
 * What puppeteer adds and would let a page flood the browser with messages, open windows, or know that a program steers
 * the browser.
 */
export const UNWANTED_DEFAULT_FLAGS = Object.freeze([
  '--disable-ipc-flooding-protection',
  '--disable-popup-blocking',
  '--enable-automation',
]);
