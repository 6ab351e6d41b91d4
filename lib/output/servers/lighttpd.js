/** @import { Delivery } from '../serve/delivery.js' */

import { lookup } from 'mrmime';

const COPY = /\.(?:gz|br|zst|dcb|dcz)$/;

/**
 * A configuration for lighttpd from 1.4.60 on with mod_magnet: \`include\` it, and let the script lie where it says.
 * @param {Delivery} delivery
 * @param {string} root
 * @param {string} script
 */
export function writeLighttpd({ lasting, changing }, root, script) {
  const endings = new Set(
    [...lasting.keys(), ...changing].map((path) => /\.[a-z\d]+$/i.exec(path)?.[0].toLowerCase() ?? ''),
  );
  const types = [...endings].flatMap((ending) => {
    const type = lookup(ending);
    return type && !COPY.test(ending) ? `  "${ending}" => "${type}",\n` : [];
  });
  return (
    `# Copies that lie beside the files are sent to browsers that accept them; what has a digest in its name is ` +
    `kept for ever.
server.document-root = "${root}"
index-file.names = ("index.html")
server.modules += ("mod_magnet")
mimetype.assign = (
${types.toSorted().join('')}  "" => "application/octet-stream"
)
magnet.attract-physical-path-to = ("${script}")
`
  );
}

/**
 * The script that chooses the copy.
 * @param {Delivery} delivery
 */
export function writeLighttpdScript({ lasting, changing, dictionary, headersOf }) {
  const paths = [...lasting.keys(), ...(dictionary ? [dictionary] : [])];
  const known = paths.map((path) => {
    const { 'cache-control': cache, 'use-as-dictionary': use = '' } = headersOf(path);
    return `  [${quote(`/${path}`)}] = { ${quote(cache)}, ${quote(use)} },\n`;
  });
  const plain = headersOf(changing[0] ?? 'index.html');
  const link = headersOf('index.html').link ?? '';
  const endings = new Set([...paths, ...changing].map((path) => /\.([a-z\d]+)$/i.exec(path)?.[1].toLowerCase() ?? ''));
  const types = [...endings].flatMap((ending) => {
    const type = lookup(ending);
    return type ? `  [${quote(ending)}] = ${quote(type)},\n` : [];
  });
  return `-- Chooses among a file and the copies that lie beside it.
local lasting = {
${known.join('')}}
local types = {
${types.toSorted().join('')}}
local path = lighty.r.req_attr["physical.path"]
local uri = lighty.r.req_attr["uri.path"]
if path:sub(-1) == "/" then path = path .. "index.html" end
local found = lighty.c.stat(path)
if not found or not found.is_file then return 0 end

local said = lasting[uri]
lighty.r.resp_header["Vary"] = ${quote(plain.vary)}
lighty.r.resp_header["Cache-Control"] = said and said[1] or ${quote(plain['cache-control'])}
if said and said[2] ~= "" then lighty.r.resp_header["Use-As-Dictionary"] = said[2] end
if path:match("%.html?$") and ${quote(link)} ~= "" then lighty.r.resp_header["Link"] = ${quote(link)} end

local accepted = "," .. (lighty.r.req_header["Accept-Encoding"] or ""):lower():gsub("%s", "") .. ","
local function accepts(coding)
  local quality = accepted:match("," .. coding .. ";q=([%d.]+)")
  return accepted:find("," .. coding .. ",", 1, true) or (quality and tonumber(quality) and tonumber(quality) > 0)
end
local id = (lighty.r.req_header["Available-Dictionary"] or ""):match("^:([%w+/]+)=:$")
local copies = { { "br", ".br" }, { "zstd", ".zst" }, { "gzip", ".gz" } }
if id then
  id = id:gsub("[+/]", "")
  table.insert(copies, 1, { "dcz", "." .. id .. ".dcz" })
  table.insert(copies, 1, { "dcb", "." .. id .. ".dcb" })
end
for _, copy in ipairs(copies) do
  if accepts(copy[1]) and lighty.c.stat(path .. copy[2]) then
    lighty.r.resp_header["Content-Encoding"] = copy[1]
    lighty.r.resp_header["Content-Type"] = types[path:match("%.(%w+)$") or ""] or "application/octet-stream"
    lighty.r.req_attr["physical.path"] = path .. copy[2]
    return 0
  end
end
return 0
`;
}

/** @param {string} text as Lua writes it */
function quote(text) {
  const asBytes = (/** @type {string} */ letter) => [...Buffer.from(letter)].map((byte) => `\\${byte}`).join('');
  return `"${text.replace(/[\\"]/g, '\\$&').replace(/[^ -~]/g, asBytes)}"`;
}
