/** @import { Delivery } from '../serve/delivery.js' */

import { mimes } from 'mrmime';
import { diskPath } from '../../site/text/disk-name.js';
import { quoteLighttpd, quoteLua } from './quote.js';

/** Media types by ending: of all files, since later deploys may bring others. */
const TYPES = Object.entries(mimes);

/**
 * Writes a configuration for lighttpd from 1.4.60 on with mod_magnet: `include` it, and keep the script at the path
 * that it contains.
 * @param {string} root
 * @param {string} script
 */
export function writeLighttpd(root, script) {
  const types = TYPES.map(([ending, type]) => `  ${quoteLighttpd(`.${ending}`)} => ${quoteLighttpd(type)},\n`);
  return (
    `# Sends compressed copies to browsers that accept them. Files with a digest in their names are cached ` +
    `permanently.
server.document-root = ${quoteLighttpd(root.endsWith('\\') ? `${root}/` : root)}
index-file.names = ("index.html")
server.modules += ("mod_magnet")
mimetype.assign = (
${types.join('')}  "" => "application/octet-stream"
)
magnet.attract-physical-path-to = (${quoteLighttpd(script)})
`
  );
}

/**
 * Writes the script that chooses the copy.
 * @param {Delivery} delivery
 */
export function writeLighttpdScript(delivery) {
  const { lasting, changing, dictionary, own, headersOf } = delivery;
  const known = [...lasting.keys(), ...(dictionary ? [dictionary] : [])].map((path) => {
    const { 'cache-control': cache, 'use-as-dictionary': use = '' } = headersOf(path);
    return `  [${quoteLua(`/${path}`)}] = { ${quoteLua(cache)}, ${quoteLua(use)} },\n`;
  });
  const plain = headersOf(changing[0] ?? 'index.html');
  const link = headersOf('index.html').link ?? '';
  const types = TYPES.map(([ending, type]) => `  [${quoteLua(ending)}] = ${quoteLua(type)},\n`);
  const owned = [...own].map((path) => `  [${quoteLua(Buffer.from(diskPath(`/${path}`)))}] = true,\n`);
  return `-- Chooses between a file and its compressed copies.
local lasting = {
${known.join('')}}
local own = {
${owned.join('')}}
local types = {
${types.join('')}}
local path = lighty.r.req_attr["physical.path"]
local uri = lighty.r.req_attr["uri.path"]
if path:sub(-1) == "/" then path, uri = path .. "index.html", uri .. "index.html" end
local function is_file(name)
  local found = lighty.c.stat(name)
  return found and found.is_file
end
local said = lasting[uri]
lighty.r.resp_header["Vary"] = ${quoteLua(plain.vary)}
lighty.r.resp_header["Cache-Control"] = said and said[1] or ${quoteLua(plain['cache-control'])}
if said and said[2] ~= "" then lighty.r.resp_header["Use-As-Dictionary"] = said[2] end
if path:match("%.html?$") and ${quoteLua(link)} ~= "" then lighty.r.resp_header["Link"] = ${quoteLua(link)} end
if not is_file(path) then return 0 end

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
  if accepts(copy[1]) and not own[uri .. copy[2]] and is_file(path .. copy[2]) then
    lighty.r.resp_header["Content-Encoding"] = copy[1]
    lighty.r.resp_header["Content-Type"] = types[(path:match("%.(%w+)$") or ""):lower()] or "application/octet-stream"
    lighty.r.req_attr["physical.path"] = path .. copy[2]
    return 0
  end
end
return 0
`;
}
