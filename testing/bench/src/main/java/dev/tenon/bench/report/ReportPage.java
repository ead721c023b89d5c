package dev.tenon.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A page with generated figures in a text written by hand: each part of a run is between its own markers, so that it
 * can be replaced separately.
 */
public final class ReportPage {
    private final Path page;
    private final Path plotFile;

    /** Creates a page with this path; its plot has the same name with {@code .svg}. */
    public ReportPage(Path page) {
        this.page = page;
        this.plotFile = page.resolveSibling(page.getFileName().toString().replace(".md", ".svg"));
    }

    /** Replaces the figures of a part; appends them if the page has no markers for them. */
    public void write(String part, String origin, BenchmarkReport report) throws IOException {
        String begin = "<!-- Written by the bench: " + part + " -->\n";
        String end = "<!-- The end of " + part + " -->\n";
        String text = Files.exists(page) ? Files.readString(page) : "";
        if (!text.contains(begin)) {
            text += begin + end;
        }
        int from = text.indexOf(begin) + begin.length();
        int to = text.indexOf(end);
        if (to < from) {
            throw new IOException(page + " lacks the end marker of " + part + ": " + end);
        }
        String plot = report.plot().isEmpty() ? "" : "![Cost against load](" + plotFile.getFileName() + ")\n\n";
        Files.writeString(
                page,
                text.substring(0, from) + "\n" + origin + "\n\n" + plot + report.toMarkdown() + text.substring(to));
        if (!report.plot().isEmpty()) {
            Files.writeString(plotFile, report.plot());
        }
    }

    @Override
    public String toString() {
        return page.toString();
    }
}
