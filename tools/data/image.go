package data

// Pictures: rows of pixels, red, green and blue from 0 to 255, or grey from 0 to 1.

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

var pngFormat = Format{Name: "png", Suffixes: []string{".png"}, Doc: "[[(int, int, int)]]: red, green, blue; [[int]]: grey, 0 to 255; [[float]]: grey, 0 to 1",
	read: readPicture, write: writePNG}

// A pixel tells how a pixel is kept.
type pixel uint8

const (
	noPixel pixel = iota
	colour
	grey
	light
)

// pixelOf is how values of type t keep pixels.
func pixelOf(t *types.Type) pixel {
	if t.Kind != types.KSeq || t.Elem().Kind != types.KSeq {
		return noPixel
	}
	switch p := t.Elem().Elem(); p.Kind {
	case types.KInt:
		return grey
	case types.KFloat:
		return light
	case types.KTuple, types.KData:
		if cs := components(p); len(cs) == 3 && cs[0] == types.Int && cs[1] == types.Int && cs[2] == types.Int {
			return colour
		}
	}
	return noPixel
}

const pixelTypes = "[[(int, int, int)]], [[int]] or [[float]]"

// maxPixels bounds the pictures that are read.
const maxPixels = 1 << 28

func readPicture(b []byte, t *types.Type, num value.Num) (value.Value, error) {
	kind := pixelOf(t)
	if kind == noPixel {
		return nil, unlike(".png", t, pixelTypes)
	}
	size, err := png.DecodeConfig(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("this is no picture: %v", err)
	}
	if size.Width > maxPixels/max(size.Height, 1) {
		return nil, fmt.Errorf("%d times %d pixels are too many", size.Width, size.Height)
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("this is no picture: %v", err)
	}
	box := img.Bounds()
	rows := value.NewBuilder(t.Elem(), box.Dy())
	for y := box.Min.Y; y < box.Max.Y; y++ {
		row := value.NewBuilder(t.Elem().Elem(), box.Dx())
		for x := box.Min.X; x < box.Max.X; x++ {
			row.Append(readPixel(img.At(x, y), kind, num))
		}
		rows.Append(row.Seq())
	}
	return rows.Seq(), nil
}

func readPixel(c color.Color, kind pixel, num value.Num) value.Value {
	switch kind {
	case colour:
		p := color.NRGBAModel.Convert(c).(color.NRGBA)
		return value.Tuple{value.Int(p.R), value.Tuple{value.Int(p.G), value.Int(p.B)}}
	case grey:
		return value.Int(color.GrayModel.Convert(c).(color.Gray).Y)
	}
	return value.Float(num.Round(float64(color.Gray16Model.Convert(c).(color.Gray16).Y) / math.MaxUint16))
}

// writePNG writes pixels, or draws points.
func writePNG(v value.Value, t *types.Type, num value.Num) ([]byte, error) {
	if d, ok := drawingOf(v, t); ok {
		return d.Write("png")
	}
	kind := pixelOf(t)
	if kind == noPixel {
		return nil, unlike(".png", t, pixelTypes+", or what .svg files draw")
	}
	img, err := paint(v.(value.Seq), kind)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = png.Encode(&b, img)
	return b.Bytes(), err
}

func paint(rows value.Seq, kind pixel) (image.Image, error) {
	height, width := rows.Len(), 0
	if height > 0 {
		width = rows.At(0).(value.Seq).Len()
	}
	if height == 0 || width == 0 {
		return nil, fmt.Errorf("a picture has at least one pixel")
	}
	rgb, deep := image.NewNRGBA(image.Rect(0, 0, width, height)), image.NewGray16(image.Rect(0, 0, width, height))
	for y := range height {
		row := rows.At(y).(value.Seq)
		if row.Len() != width {
			return nil, &Problem{Row: y + 1, Msg: fmt.Sprintf("rows of a picture have one length, not %d and %d", width, row.Len())}
		}
		for x := range width {
			switch p := row.At(x).(type) {
			case value.Int:
				rgb.SetNRGBA(x, y, color.NRGBA{level(p), level(p), level(p), 255})
			case value.Tuple:
				g := p[1].(value.Tuple)
				rgb.SetNRGBA(x, y, color.NRGBA{level(p[0]), level(g[0]), level(g[1]), 255})
			case value.Float:
				deep.SetGray16(x, y, color.Gray16{uint16(math.Round(min(max(float64(p), 0), 1) * math.MaxUint16))})
			}
		}
	}
	if kind == light {
		return deep, nil
	}
	return rgb, nil
}

// level is a colour from 0 to 255; what is beyond is the nearest of them.
func level(v value.Value) uint8 { return uint8(min(max(v.(value.Int), 0), 255)) }
