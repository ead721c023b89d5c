package dev.tenon.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A page with figures in the middle of what people have written about them: each part of a run between two marks of its
 * own, so that one is written as soon as it is known and the others stay.
 */
public final class ReportPage {
    private final Path page;
    private final Path picture;

    /** The page of that name, and the picture of the same name with {@code .svg}. */
    public ReportPage(Path page) {
        this.page = page;
        this.picture = page.resolveSibling(page.getFileName().toString().replace(".md", ".svg"));
    }

    /**
     * Puts the figures of a part in the place of those that were there; at the end of a page that has no place for
     * them.
     */
    public void write(String part, String madeBy, BenchmarkReport report) throws IOException {
        String begin = "<!-- Written by the bench: " + part + " -->\n";
        String end = "<!-- The end of " + part + " -->\n";
        String before = Files.exists(page) ? Files.readString(page) : "";
        if (!before.contains(begin)) {
            before += begin + end;
        }
        int from = before.indexOf(begin) + begin.length();
        int to = before.indexOf(end);
        if (to < from) {
            throw new IOException(page + " does not say where the figures of " + part + " end: " + end);
        }
        String plot = report.plot().isEmpty() ? "" : "![Cost against load](" + picture.getFileName() + ")\n\n";
        Files.writeString(
                page,
                before.substring(0, from) + "\n" + madeBy + "\n\n" + plot + report.toMarkdown() + before.substring(to));
        if (!report.plot().isEmpty()) {
            Files.writeString(picture, report.plot());
        }
    }

    @Override
    public String toString() {
        return page.toString();
    }
}
