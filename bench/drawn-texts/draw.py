"""Draws images of text with FreeType: reads rows as JSON, writes GIF or JPEG files."""

import json
import sys

from PIL import Image, ImageColor, ImageDraw, ImageFont

# Room around the text, in pixels.
PADDING = (10, 6)


def draw(row):
    font = ImageFont.truetype(row["font"], row["size"])
    width, height = row["box"]
    ground, ink = row["ground"], row["ink"]
    image = Image.new("RGB", (width, height), ground)
    pen = ImageDraw.Draw(image)
    if row["extra"] == "gradient":
        for y in range(height):
            step = (y * 40) // height - 20
            shade = tuple(max(0, min(255, part + step)) for part in ImageColor.getrgb(ground))
            pen.line([(0, y), (width, y)], fill=shade)
    if row["extra"] == "frame":
        pen.rectangle([0, 0, width - 1, height - 1], outline=ink)
    if row["extra"] == "bullet":
        pen.rectangle([3, height // 2 - 2, 6, height // 2 + 1], fill=ink)
    pen.fontmode = "1" if row["hard"] else "L"
    place = (PADDING[0], PADDING[1])
    if row["extra"] == "shadow":
        pen.text((place[0] + 1, place[1] + 1), row["text"], row["shadow"], font=font)
    if row["extra"] == "strike":
        pen.line([(4, height // 2), (width - 4, height // 2)], fill=ink)
    if row["extra"] == "colours":
        first = row["text"].split(" ")[0]
        pen.text(place, first, row["shadow"], font=font)
        rest = row["text"][len(first):]
        pen.text((place[0] + font.getlength(first), place[1]), rest, ink, font=font)
    else:
        pen.text(place, row["text"], ink, font=font)
    if row["file"].endswith(".jpg"):
        image.save(row["file"], quality=row["quality"])
    else:
        image.quantize(row["colours"], dither=Image.Dither.NONE).save(row["file"])


def measure(row):
    font = ImageFont.truetype(row["font"], row["size"])
    left, _, right, _ = font.getbbox(row["text"])
    ascent, descent = font.getmetrics()
    return [right + 2 * PADDING[0], ascent + descent + 2 * PADDING[1]]


menus = json.load(sys.stdin)
for menu in menus:
    boxes = [measure(row) for row in menu]
    width, height = (max(sides) for sides in zip(*boxes))
    for row in menu:
        row["box"] = [width, height]
        draw(row)
