/** Records of the network model. Plain, frozen data; no code. */
/** The cost of a page. */
export interface Cost {
  readonly requests: number;
  readonly connections: number;
  readonly packets: number;
  /** Error of `packets`: 90 % of captures are within it. */
  readonly packetsBand: number;
  readonly packetsUp: number;
  readonly packetsDown: number;
  readonly bytesUp: number;
  readonly bytesDown: number;
  readonly overheadPercent: number;
  readonly ms: number;
  /** Error of `ms`: 90 % of captures are within it. */
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
  /** Compression ratio of a modem for HTML and headers. Images are not compressed. */
  readonly modemCompression: number;
  /** Packets that wait in front of the link in each direction. More are dropped. */
  readonly queuePackets: number;
}

export interface NamedLink extends Link {
  /** The source of each figure. */
  readonly note: string;
}

export interface TcpOptions {
  readonly stack: StackName;
  readonly congestion: 'reno' | 'cubic' | 'bbr';
  /** True if segments are paced over the round trip instead of sent as the window opens. BBR always paces. */
  readonly pacing: boolean;
  /** Segments. */
  readonly initialWindow: number;
  readonly timestamps: boolean;
  /** Max bytes in flight that the receiver permits. */
  readonly windowBytes: number;
  /** Full segments per acknowledgement. */
  readonly ackEvery: 1 | 2;
  /** Max delay of an acknowledgement: a time-out, or the period of the `bsd97` heartbeat. */
  readonly delayedAckMs: number;
  /** Phase of the `bsd97` heartbeat when the first packet leaves. */
  readonly heartbeatPhaseMs: number;
  readonly slowStartRestart: boolean;
}

export interface HttpOptions {
  readonly version: HttpVersion;
  /**
   * The client. A browser sends its own ClientHello, opens spare connections, takes time to parse and requests an icon.
   * A robot does none of these.
   */
  readonly agent: 'browser' | 'robot';
  /** Duration of a browser's work relative to the host of the first captures. */
  readonly slowness: number;
  /** True if a browser requests an icon that the page does not name. */
  readonly icon: boolean;
  /** Max connections of the client. */
  readonly connections: number;
  readonly tls: null | '1.2' | '1.3';
  readonly pipelining: boolean;
  /** Size of the client's output buffer, which is sent when it is full … */
  readonly pipelineBufferBytes: number;
  /**
   * True if the buffer is sent in pieces of exactly that size, which can end inside a request, instead of whole
   * requests.
   */
  readonly pipelineSplit: boolean;
  /** … or this long after the first request in it. */
  readonly pipelineFlushMs: number;
  /** True if the connections are closed as soon as the page is complete. */
  readonly earlyClose: boolean;
  /** Connections that are opened together with the first, before a request needs them. */
  readonly preconnect: number;
  /** mplex: bytes of HTML after which the references found so far are requested. */
  readonly stageBytes: number;
  /** mplex: bytes that a nested request still needs. */
  readonly nestedRequestBytes: number;
  /** The order of responses: by RFC 9218, in the order of requests, or in turn. */
  readonly priorities: 'rfc9218' | 'ignored' | 'round-robin';
  /** The discovery of HTTP/3: by DNS before the first visit, or by `Alt-Svc` of a first visit over HTTP/2. */
  readonly discovery: 'dns' | 'alt-svc';
}

/** The handshake of TLS. */
export interface TlsOptions {
  /** Certificates that the server sends, as DER. */
  readonly chainBytes: number;
  /** True if the server responds to a post-quantum share (X25519MLKEM768) with one. */
  readonly postQuantum: boolean;
}

export interface ServerOptions {
  /** The profile of a server, whose numbers are the defaults of the scenario. Null for none. */
  readonly profile: string | null;
  /** Packets that the server sends before the first acknowledgement. Null: as `tcp.initialWindow`. */
  readonly initialWindow: number | null;
  /** The implementation of QUIC. */
  readonly quic: 'plain' | 'quic-go' | 'aioquic';
  /** Work on each request before its response starts. */
  readonly thinkMs: number;
  /** Work on each new connection. */
  readonly perConnectionMs: number;
  /** True if all work waits for one processor instead of running in parallel. */
  readonly sharedCpu: boolean;
  readonly nagle: boolean;
  readonly headersInOwnSegment: boolean;
  /** Size in bytes of the pieces in which the server passes its response to TCP. 0: all at once. */
  readonly writeBytes: number;
  /**
   * Bytes of responses that are collected before they are passed to TCP, unless no request waits. 0: no such buffer.
   */
  readonly outputBufferBytes: number;
  readonly finWithLastData: boolean;
  /** Time after which an idle connection is closed. */
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
  /** `url` of the resource that references it. Null: requested at the start. */
  readonly foundIn: string | null;
  /** Offset of the reference in the decoded parent. */
  readonly foundAtByte: number;
  /** True for a script for which the page does not wait (`async`, `defer`, a module). */
  readonly deferred: boolean;
}

/** A complete scenario with all defaults, as `parseScenario` returns it. */
export interface Scenario {
  readonly link: Link;
  readonly tcp: TcpOptions;
  readonly http: HttpOptions;
  readonly tls: TlsOptions;
  readonly server: ServerOptions;
  readonly visit: Visit;
  readonly resources: readonly ScenarioResource[];
}

/** A scenario as written. Everything except the resources is optional, and `link` can be the name of a profile. */
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
  /** Times of a resource: discovered, requested, first byte, last byte. */
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
  /** Packets that only contain an acknowledgement. */
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
  /** Time from the first to the last data packet, captured at the client. */
  readonly dataMs: number;
  /** Time from the first packet to the last. */
  readonly wireMs: number;
  /** Sum of the times for which connections were open, idle ones until the server closed them. */
  readonly connectionMs: number;
  readonly byResource: readonly ResourceTiming[];
}

export interface EstimateResult {
  readonly estimate: Cost;
  readonly detail: Detail;
}

/** The measurements of a capture. Any figure can be missing. */
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
  /** Relative error: 0.02 is 2 % above the measured figure. Null: not measured. */
  readonly error: CaseErrors;
}
