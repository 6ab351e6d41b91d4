/** Records of the network model. Plain, frozen data; no code. */
/** What a page costs. */
export interface Cost {
  readonly requests: number;
  readonly connections: number;
  readonly packets: number;
  /** How far off `packets` may be: 90 % of captures are nearer. */
  readonly packetsBand: number;
  readonly packetsUp: number;
  readonly packetsDown: number;
  readonly bytesUp: number;
  readonly bytesDown: number;
  readonly overheadPercent: number;
  readonly ms: number;
  /** How far off `ms` may be: 90 % of captures are nearer. */
  readonly msBand: number;
}

/** `linux-bbr` and `linux-cubic` are Linux with BBR, and with CUBIC and pacing, as under the queue discipline fq. */
export type StackName = 'linux' | 'linux-bbr' | 'linux-cubic' | 'bsd97' | 'ns';
export type HttpVersion = '1.0' | '1.0-keepalive' | '1.1' | 'mplex' | '2' | '3';
type Visit = 'first' | 'revalidate';

export interface Link {
  readonly downBitsPerSecond: number;
  readonly upBitsPerSecond: number;
  /** Propagation both ways together, without the time that packets take to be sent. */
  readonly rttMs: number;
  readonly mtu: number;
  /** Share of packets lost each way, drawn from a generator seeded with `seed`. */
  readonly lossRate: number;
  readonly seed: number;
  readonly framing: 'none' | 'ppp' | 'atm';
  /** How much smaller a modem makes the bytes that still compress: HTML and headers; images pass as they are. */
  readonly modemCompression: number;
  /** Packets that wait in front of the link, each way; more are dropped. */
  readonly queuePackets: number;
}

export interface NamedLink extends Link {
  /** Where each figure comes from. */
  readonly note: string;
}

export interface TcpOptions {
  readonly stack: StackName;
  readonly congestion: 'reno' | 'cubic' | 'bbr';
  /** Whether segments leave at the pace of the window rather than as it opens; BBR always paces. */
  readonly pacing: boolean;
  /** Segments. */
  readonly initialWindow: number;
  readonly timestamps: boolean;
  /** Bytes that the receiver lets the sender have under way. */
  readonly windowBytes: number;
  /** Full segments for one acknowledgement. */
  readonly ackEvery: 1 | 2;
  /** The longest that an acknowledgement waits: a time-out, or the period of the `bsd97` heartbeat. */
  readonly delayedAckMs: number;
  /** Phase of the `bsd97` heartbeat when the first packet leaves. */
  readonly heartbeatPhaseMs: number;
  readonly slowStartRestart: boolean;
}

export interface HttpOptions {
  readonly version: HttpVersion;
  /**
   * Who asks: a browser has its own hello, spare connections, time to parse and a wish for an icon; a robot has none.
   */
  readonly agent: 'browser' | 'robot';
  /** How many times as long a browser's work takes as on the host of the first captures. */
  readonly slowness: number;
  /** Whether a browser asks for an icon that the page does not name. */
  readonly icon: boolean;
  /** Connections that the client keeps at most. */
  readonly connections: number;
  readonly tls: null | '1.2' | '1.3';
  readonly pipelining: boolean;
  /** The client's output buffer: it is sent when it is full … */
  readonly pipelineBufferBytes: number;
  /**
   * Whether it is sent in pieces of exactly that size, which may end inside a request, rather than in whole requests.
   */
  readonly pipelineSplit: boolean;
  /** … or this long after the first request in it. */
  readonly pipelineFlushMs: number;
  /** Close the connections as soon as the page is complete, rather than keep them. */
  readonly earlyClose: boolean;
  /** Connections opened along with the first, before anything needs them. */
  readonly preconnect: number;
  /** mplex: HTML bytes after which the references gathered so far are asked for. */
  readonly stageBytes: number;
  /** mplex: bytes that a nested request still needs. */
  readonly nestedRequestBytes: number;
  /** In which order a server sends responses: by RFC 9218, one after the other as they were asked for, or in turn. */
  readonly priorities: 'rfc9218' | 'ignored' | 'round-robin';
  /**
   * How a browser learns of HTTP/3: from DNS before its first visit, or from `Alt-Svc` of a first visit over HTTP/2.
   */
  readonly discovery: 'dns' | 'alt-svc';
}

/** The handshake of TLS. */
export interface TlsOptions {
  /** Certificates that the server sends, as DER. */
  readonly chainBytes: number;
  /** Whether the server answers with a post-quantum share (X25519MLKEM768) where it is offered one. */
  readonly postQuantum: boolean;
}

export interface ServerOptions {
  /** The server by name; its numbers are the defaults of the scenario. Null for none. */
  readonly profile: string | null;
  /** Packets that the server sends before anything is acknowledged; null for what `tcp.initialWindow` says. */
  readonly initialWindow: number | null;
  /** The implementation of QUIC. */
  readonly quic: 'plain' | 'quic-go' | 'aioquic';
  /** Work on each request before its response starts. */
  readonly thinkMs: number;
  /** Work on each new connection. */
  readonly perConnectionMs: number;
  /** All work waits for one processor rather than run side by side. */
  readonly sharedCpu: boolean;
  readonly nagle: boolean;
  readonly headersInOwnSegment: boolean;
  /** The server hands its response to TCP in pieces of this many bytes; 0 for all at once. */
  readonly writeBytes: number;
  /** Responses are gathered and handed over when so many bytes are there, or no request waits; 0 for no such buffer. */
  readonly outputBufferBytes: number;
  readonly finWithLastData: boolean;
  /** How long a connection that nobody closes stands idle. */
  readonly keepAliveMs: number;
}

export interface ScenarioResource {
  readonly url: string;
  readonly type: 'html' | 'css' | 'script' | 'image' | 'font' | 'text' | 'other';
  /** The body as sent. */
  readonly bytes: number;
  /** The body as the parser reads it. */
  readonly decodedBytes: number;
  readonly requestBytes: number;
  readonly responseHeaderBytes: number;
  /** `url` of the resource that refers to it; null for one that is asked for at once. */
  readonly foundIn: string | null;
  /** Offset of the reference in the decoded parent. */
  readonly foundAtByte: number;
  /** Of a script: it is written so that the page does not wait for it (`async`, `defer`, a module). */
  readonly deferred: boolean;
}

/** A complete scenario, every default filled in: what `parseScenario` returns. */
export interface Scenario {
  readonly link: Link;
  readonly tcp: TcpOptions;
  readonly http: HttpOptions;
  readonly tls: TlsOptions;
  readonly server: ServerOptions;
  readonly visit: Visit;
  readonly resources: readonly ScenarioResource[];
}

/** A scenario as written: everything but the resources may be left out; `link` may be the name of a profile. */
export interface ScenarioInput {
  readonly link?: string | Partial<Link>;
  readonly tcp?: Partial<TcpOptions>;
  readonly http?: Partial<HttpOptions>;
  readonly tls?: Partial<TlsOptions>;
  readonly server?: Partial<ServerOptions>;
  readonly visit?: Visit;
  readonly resources: readonly ResourceInput[];
}

export type ResourceInput = Partial<ScenarioResource> & { readonly url: string; readonly bytes: number };

export interface ResourceTiming {
  readonly url: string;
  /** When the client knew that it needs the resource, sent the request, got the first and the last byte. */
  readonly foundMs: number;
  readonly requestMs: number;
  readonly firstByteMs: number;
  readonly doneMs: number;
  readonly connection: number;
}

interface Detail {
  readonly syn: number;
  readonly fin: number;
  readonly reset: number;
  /** Packets that carry nothing but an acknowledgement. */
  readonly ack: number;
  readonly data: number;
  readonly dataUp: number;
  readonly dataDown: number;
  readonly retransmitted: number;
  readonly lost: number;
  /** TCP payload (for HTTP/3: UDP payload), retransmissions included, as a packet capture counts it. */
  readonly payloadUp: number;
  readonly payloadDown: number;
  readonly firstByteMs: number;
  /** From the first data packet on the wire, where the client sits, to the last. */
  readonly dataMs: number;
  /** From the first packet to the last. */
  readonly wireMs: number;
  /** Time that each connection stood open, idle ones until the server gave them up, summed. */
  readonly connectionMs: number;
  readonly byResource: readonly ResourceTiming[];
}

export interface EstimateResult {
  readonly estimate: Cost;
  readonly detail: Detail;
}

/** What a capture says of a case; any figure may be missing. */
export interface Measured {
  readonly packets?: number;
  readonly packetsUp?: number;
  readonly packetsDown?: number;
  readonly payloadBytes?: number;
  readonly payloadUp?: number;
  readonly payloadDown?: number;
  readonly seconds?: number;
  readonly dataSeconds?: number;
  readonly [other: string]: unknown;
}

export interface CaseErrors {
  readonly packets: number | null;
  readonly packetsDown: number | null;
  readonly payloadBytes: number | null;
  readonly seconds: number | null;
}

export interface CaseResult {
  readonly name: string;
  readonly estimate: Cost;
  readonly detail: Detail;
  readonly measured: Measured | null;
  /** Relative: 0.02 is 2 % above the measured figure; null where it was not measured. */
  readonly error: CaseErrors;
}
