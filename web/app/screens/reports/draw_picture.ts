// Draws a chart of the screen as a PNG: its heading and sentence, the drawing, what colours mean, and where it is from.

const MARGIN = 32;
const SCALE = 2;
/** Of a chart on a phone, so that its texts fit. */
const LEAST_WIDTH = 360;
const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "opacity", "clip-path"];
const LEGEND_ROW = 20;

interface Line {
  text: string;
  font: string;
  colour: string;
  height: number;
}

export async function drawPicture(figure: HTMLElement, about: readonly string[]): Promise<Blob> {
  const svg = figure.querySelector(".plot > svg") as SVGSVGElement;
  const [width, height] = [svg.width.baseVal.value, svg.height.baseVal.value];
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  const inner = Math.max(LEAST_WIDTH, width);
  const lines = headLines(context, figure, about, inner);
  const headHeight = lines.reduce((sum, line) => sum + line.height, 0) + 16;
  const legend = legendOf(figure, svg);
  canvas.width = (inner + 2 * MARGIN) * SCALE;
  canvas.height = (headHeight + height + legend.length * LEGEND_ROW + 2 * MARGIN) * SCALE;
  context.scale(SCALE, SCALE);
  context.fillStyle = colourOf("--sheet", figure);
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(MARGIN, MARGIN);
  drawHead(context, lines);
  context.translate((inner - width) / 2, headHeight);
  context.drawImage(await imageOf(svg, legend), 0, 0);
  drawTexts(context, svg);
  for (const [index, { text }] of legend.entries()) {
    context.textAlign = "start";
    context.font = fontOf(figure, "12px", "400");
    context.fillStyle = colourOf("--ink-2", figure);
    context.fillText(text, 24, height + (index + 1) * LEGEND_ROW - 4);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("no picture");
  return blob;
}

const fontOf = (element: Element, size: string, weight: string) => `${weight} ${size} ${getComputedStyle(element).fontFamily}`;

/** The value of a token in the current theme. */
function colourOf(token: string, within: Element): string {
  const probe = within.appendChild(document.createElement("i"));
  probe.style.color = `var(${token})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** What stands above the chart on the screen, without its buttons. */
function headLines(context: CanvasRenderingContext2D, figure: HTMLElement, about: readonly string[], width: number): Line[] {
  const [ink, quiet] = [colourOf("--ink", figure), colourOf("--ink-2", figure)];
  const line = (text: string, size: number, weight: string, colour: string): Line[] => {
    const font = fontOf(figure, `${size}px`, weight);
    context.font = font;
    return wrapped(context, text, width).map((each) => ({ text: each, font, colour, height: Math.round(size * 1.5) }));
  };
  const heading = figure.querySelector("h2")?.textContent ?? "";
  const sentence = [...(figure.querySelector(".sentence")?.childNodes ?? [])]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent)
    .join("")
    .trim();
  return [
    ...line(about.join(" · "), 12, "500", quiet),
    ...line(heading, 20, "600", ink),
    ...(sentence ? line(sentence, 14, "400", quiet) : []),
  ];
}

function drawHead(context: CanvasRenderingContext2D, lines: readonly Line[]): void {
  let top = 0;
  for (const { text, font, colour, height } of lines) {
    [context.font, context.fillStyle, context.textAlign] = [font, colour, "start"];
    context.fillText(text, 0, top + height * 0.7);
    top += height;
  }
}

/** Cut between words. */
function wrapped(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

interface LegendEntry {
  text: string;
  /** The first shape of the chart with this look. */
  sample: Element;
}

/** What the colours and textures mean; without entries that are not drawn. */
function legendOf(figure: HTMLElement, svg: SVGSVGElement): LegendEntry[] {
  return [...figure.querySelectorAll(".legend li")].flatMap((entry) => {
    const look = entry.querySelector(".swatch")?.classList[1] ?? "";
    const sample = svg.querySelector(`.bar.${look}, path.${look}`);
    return sample ? [{ text: (entry.textContent ?? "").trim(), sample }] : [];
  });
}

/** The shapes of the chart as an image. A drawing outside the page has no styles and no font: those are copied, and texts are drawn later. */
async function imageOf(svg: SVGSVGElement, legend: readonly LegendEntry[]): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll("*");
  for (const [index, element] of copy.querySelectorAll<SVGElement>("*").entries())
    copyStyle(originals[index] as Element, element);
  for (const element of copy.querySelectorAll("text, .mark")) element.remove();
  const height = svg.height.baseVal.value + legend.length * LEGEND_ROW;
  copy.setAttribute("height", String(height));
  copy.setAttribute("viewBox", `0 0 ${svg.width.baseVal.value} ${height}`);
  for (const [index, { sample }] of legend.entries()) {
    const swatch = document.createElementNS("http://www.w3.org/2000/svg", sample.tagName === "path" ? "path" : "rect");
    const y = svg.height.baseVal.value + (index + 1) * LEGEND_ROW - 14;
    copyStyle(sample, swatch);
    if (sample.tagName === "path") swatch.setAttribute("d", `M1 ${y + 6}H15`);
    else for (const [name, value] of Object.entries({ x: 1, y, width: 14, height: 12 })) swatch.setAttribute(name, String(value));
    copy.append(swatch);
  }
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

function copyStyle(from: Element, to: SVGElement): void {
  const style = getComputedStyle(from);
  const fill = from.getAttribute("fill");
  for (const name of STYLES) to.style.setProperty(name, style.getPropertyValue(name));
  // Textures are named by their place in the drawing, not by the page's address.
  if (fill?.startsWith("url(")) to.style.setProperty("fill", fill);
}

function drawTexts(context: CanvasRenderingContext2D, svg: SVGSVGElement): void {
  for (const element of svg.querySelectorAll("text")) {
    const style = getComputedStyle(element);
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    context.fillStyle = style.fill;
    context.textAlign = { start: "start", middle: "center", end: "end" }[style.textAnchor] as CanvasTextAlign;
    const below = Number.parseFloat(element.getAttribute("dy") ?? "0") * Number.parseFloat(style.fontSize);
    context.fillText(element.textContent ?? "", Number(element.getAttribute("x")), Number(element.getAttribute("y")) + below);
  }
}
