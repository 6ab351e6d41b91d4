/**
 * Builds lib/images/jxl/repack.wasm.br, the part of libjxl that repacks JPEG as JPEG XL: node scripts/jxl.js [FOLDER]
 *
 * The sources are those of the crate `jpegxl-src`, the compiler is the package `ziglang` of PyPI, so that cargo and pip
 * are needed. Everything is pinned: each build gives the same bytes. FOLDER keeps sources and compiler.
 */
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { createSlots } from '../lib/base/at-once.js';

const CRATE = Object.freeze({
  name: 'jpegxl-src',
  version: '0.11.2',
  digest: '96c328aa9d824459bfb9aef47b8b3defa126df1bbd6fd3a1e59e703911d6dd00',
});
/** Version of libjxl in the crate. */
const LIBJXL = Object.freeze({ MAJOR: 0, MINOR: 11, PATCH: 2 });
const ZIG = '0.13.0';
const OUTPUT = fileURLToPath(new URL('../lib/images/jxl/repack.wasm.br', import.meta.url));
const WRAPPER = fileURLToPath(new URL('jxl/repack.cc', import.meta.url));

/** Lists of lib/jxl_lists.cmake that contain the sources. */
const LISTS = ['DEC', 'DEC_JPEG', 'ENC', 'CMS'].map((name) => `JPEGXL_INTERNAL_${name}_SOURCES`);
/** Sources for pixels, which repacking never reaches. Their functions become imports, which fail if they are called. */
const OMITTED = new RegExp(
  [
    ...['render_pipeline/', 'butteraugli', 'convolve', 'epf', 'alpha', 'blending', '/decode\\.cc'],
    'dec_(?:cache|frame|group|xyb|noise|jpeg)|decode_to_jpeg',
    'enc_(?:ac_strategy|adaptive|comparator|detect|dot|fast_lossless|gaborish|heuristics|image_bundle)',
    'enc_(?:noise|patch|photon|splines|transforms|xyb)',
  ].join('|'),
);
/** Sources of other libraries. */
const OTHERS = [
  'third_party/skcms/skcms.cc',
  'third_party/highway/hwy/aligned_allocator.cc',
  'third_party/highway/hwy/targets.cc',
  'third_party/highway/hwy/per_target.cc',
  'third_party/highway/hwy/abort.cc',
];
/** Sources of the C++ library: as a whole it does not compile without threads. */
const LIBRARY = ['algorithm.cpp', 'hash.cpp', 'string.cpp'];
const INCLUDES = ['.', 'lib/include', 'third_party/highway', 'third_party/skcms', 'third_party/brotli/c/include'];
const DEFINES = [
  'NDEBUG',
  'JXL_INTERNAL_LIBRARY_BUILD',
  'JXL_STATIC_DEFINE',
  'JXL_CMS_STATIC_DEFINE',
  'JPEGXL_ENABLE_TRANSCODE_JPEG=1',
  'JPEGXL_ENABLE_BOXES=0',
  'JPEGXL_ENABLE_SKCMS=1',
  'HWY_COMPILE_ONLY_STATIC',
  'SKCMS_PORTABLE',
];
const FLAGS = ['-target', 'wasm32-wasi', '-Oz', '-std=c++17', '-msimd128', '-fno-exceptions', '-fno-rtti', '-g0'];
const STACK_BYTES = 1 << 20;

const run = promisify(execFile);

const kept = process.argv[2];
const folder = kept ? resolve(kept) : mkdtempSync(join(tmpdir(), 'pagethrift-jxl-'));
mkdirSync(folder, { recursive: true });
try {
  const wasm = await build(fetchSources(), fetchCompiler());
  writeFileSync(OUTPUT, brotliCompressSync(wasm));
  console.log(JSON.stringify({ bytes: wasm.length, sha256: createHash('sha256').update(wasm).digest('hex') }));
} finally {
  if (!kept) rmSync(folder, { recursive: true });
}

/** Returns the folder of libjxl. */
function fetchSources() {
  const crate = join(folder, 'vendor', CRATE.name);
  if (!existsSync(crate)) {
    const dependency = `[dependencies]\n${CRATE.name} = "=${CRATE.version}"\n`;
    const manifest = `[package]\nname = "sources"\nversion = "0.0.0"\n[lib]\npath = "none.rs"\n${dependency}`;
    writeFileSync(join(folder, 'Cargo.toml'), manifest);
    writeFileSync(join(folder, 'none.rs'), '');
    execFileSync('cargo', ['vendor', '--quiet', 'vendor'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const found = JSON.parse(readFileSync(join(crate, '.cargo-checksum.json'), 'utf8')).package;
  if (found !== CRATE.digest) throw new Error(`${crate} has the digest ${found}. Remove it.`);
  return join(crate, 'libjxl');
}

/** Returns the path of the compiler. */
function fetchCompiler() {
  const zig = join(folder, 'zig/ziglang/zig');
  const pip = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', join(folder, 'zig'), `ziglang==${ZIG}`];
  if (!existsSync(zig)) execFileSync('python3', pip, { stdio: ['ignore', 'ignore', 'inherit'] });
  return zig;
}

/**
 * Compiles and links the module.
 * @param {string} source @param {string} zig
 */
async function build(source, zig) {
  const made = join(folder, 'made');
  rmSync(made, { recursive: true, force: true });
  writeHeaders(join(made, 'include/jxl'));
  const includes = [join(made, 'include'), ...INCLUDES.map((name) => join(source, name))];
  const common = [
    ...FLAGS,
    ...DEFINES.map((define) => `-D${define}`),
    ...includes.map((name) => `-I${name}`),
    `-ffile-prefix-map=${folder}=.`,
  ];
  const library = join(folder, 'zig/ziglang/lib/libcxx/src');
  const files = [WRAPPER, ...listSources(source), ...LIBRARY.map((name) => join(library, name))];
  const slots = createSlots({ atOnce: availableParallelism() });
  const objects = await Promise.all(
    files.map((file, index) => {
      const object = join(made, `${index}-${basename(file)}.o`);
      return slots(async () => {
        const extra = file.startsWith(library) ? ['-std=c++20', '-D_LIBCPP_BUILDING_LIBRARY', `-I${library}`] : [];
        await run(zig, ['c++', ...common, ...extra, '-c', file, '-o', object]);
        return object;
      });
    }),
  );
  const output = join(made, 'repack.wasm');
  const linking = ['-Wl,--gc-sections', '-Wl,--strip-all', '-Wl,--import-symbols', `-Wl,-z,stack-size=${STACK_BYTES}`];
  const exported = ['malloc', 'repack', '_initialize'].map((name) => `-Wl,--export=${name}`);
  await run(zig, ['cc', ...FLAGS, '-mexec-model=reactor', ...linking, ...exported, ...objects, '-o', output]);
  return readFileSync(output);
}

/** Writes the headers that a build of libjxl creates. @param {string} headers */
function writeHeaders(headers) {
  mkdirSync(headers, { recursive: true });
  const version = readFileSync(join(folder, 'vendor', CRATE.name, 'libjxl/lib/jxl/version.h.in'), 'utf8');
  const filled = version.replace(/@JPEGXL_(MAJOR|MINOR|PATCH)_VERSION@/g, (_, part) =>
    String(Reflect.get(LIBJXL, part)),
  );
  writeFileSync(join(headers, 'version.h'), filled);
  for (const name of ['JXL', 'JXL_CMS'])
    writeFileSync(
      join(headers, `${name.toLowerCase()}_export.h`),
      `#pragma once\n#define ${name}_EXPORT\n#define ${name}_NO_EXPORT\n#define ${name}_DEPRECATED\n`,
    );
}

/** @param {string} source */
function listSources(source) {
  const text = readFileSync(join(source, 'lib/jxl_lists.cmake'), 'utf8');
  const own = LISTS.flatMap((list) => {
    const names = new RegExp(String.raw`set\(${list}\n([^)]*)\)`).exec(text)?.[1] ?? '';
    return names.split('\n').flatMap((line) => (line.trim().endsWith('.cc') ? `lib/${line.trim()}` : []));
  });
  return [...own.filter((name) => !OMITTED.test(name)), ...OTHERS].map((name) => join(source, name));
}
