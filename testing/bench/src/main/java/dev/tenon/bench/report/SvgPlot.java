package dev.tenon.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A line chart in SVG: a figure (y) by load (x, equidistant). */
public final class SvgPlot {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 420;
    private static final int LEFT = 60;
    private static final int TOP = 40;
    private static final int RIGHT = 270;
    private static final int BOTTOM = 50;
    private static final int LINES = 5;
    private static final List<String> COLOURS =
            List.of("#555555", "#1f77b4", "#6baed6", "#2ca02c", "#98df8a", "#d62728", "#ff7f0e", "#9467bd", "#c5b0d5");

    private final String title;
    private final List<String> loads;
    private final Map<String, List<Double>> lines;
    private final double maximum;

    private SvgPlot(String title, List<String> loads, Map<String, List<Double>> lines) {
        this.title = title;
        this.loads = loads;
        this.lines = lines;
        this.maximum = lines.values().stream()
                .flatMap(List::stream)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
    }

    /** Draws the lines, each with one value per load. */
    public static String render(String title, List<String> loads, Map<String, List<Double>> lines) {
        return new SvgPlot(title, loads, lines).renderSvg();
    }

    private String renderSvg() {
        StringBuilder svg = new StringBuilder(formatText("""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
                <rect width="100%%" height="100%%" fill="#ffffff"/>
                """, WIDTH, HEIGHT));
        svg.append(formatText("<text x=\"%d\" y=\"22\" font-size=\"15\">%s</text>\n", LEFT, title));
        appendGrid(svg);
        int index = 0;
        for (Map.Entry<String, List<Double>> line : lines.entrySet()) {
            appendLine(svg, index++, line.getKey(), line.getValue());
        }
        return svg.append("</svg>\n").toString();
    }

    private void appendGrid(StringBuilder svg) {
        for (int i = 0; i <= LINES; i++) {
            double value = maximum * i / LINES;
            svg.append(formatText(
                    "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#dddddd\"/>"
                            + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.1f</text>\n",
                    LEFT, y(value), WIDTH - RIGHT, y(value), LEFT - 8, y(value) + 4, value));
        }
        for (int i = 0; i < loads.size(); i++) {
            svg.append(formatText(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
                    x(i), HEIGHT - BOTTOM + 20, loads.get(i)));
        }
    }

    private void appendLine(StringBuilder svg, int index, String name, List<Double> values) {
        String colour = COLOURS.get(index % COLOURS.size());
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            points.append(formatText("%.1f,%.1f ", x(i), y(values.get(i))));
            svg.append(formatText(
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n", x(i), y(values.get(i)), colour));
        }
        svg.append(formatText(
                "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"%s\"/>\n",
                colour, points.toString().strip()));
        int at = TOP + 10 + 22 * index;
        int legend = WIDTH - RIGHT + 25;
        svg.append(formatText(
                "<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"4\" fill=\"%s\"/><text x=\"%d\" y=\"%d\">%s</text>\n",
                legend, at - 6, colour, legend + 20, at, name));
    }

    private double x(int load) {
        return LEFT + 20 + (WIDTH - LEFT - RIGHT - 40.0) * load / Math.max(1, loads.size() - 1);
    }

    private double y(double value) {
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / maximum;
    }

    private static String formatText(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
