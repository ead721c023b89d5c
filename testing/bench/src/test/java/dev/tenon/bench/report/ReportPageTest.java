package dev.tenon.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a part of the page is replaced and the rest is unchanged. */
class ReportPageTest {
    @TempDir
    private Path folder;

    @Test
    void a_part_is_replaced_and_the_others_are_unchanged() throws IOException {
        Path file = folder.resolve("page.md");
        ReportPage page = new ReportPage(file);
        page.write("http", "Made on Monday.", report("2.25"));
        page.write("stdio", "Made on Monday.", report("4.65"));
        Files.writeString(file, "# Before\n" + Files.readString(file) + "# After\n");

        page.write("http", "Made on Tuesday.", report("1.31"));

        assertThat(file)
                .content()
                .startsWith("# Before\n")
                .endsWith("# After\n")
                .contains("Made on Tuesday.", "| Tenon | 1.31 |", "Made on Monday.", "| Tenon | 4.65 |")
                .doesNotContain("2.25");
    }

    @Test
    void the_plot_is_written_next_to_the_page() throws IOException {
        BenchmarkReport report = report("1.31");
        report.plot("<svg/>");

        new ReportPage(folder.resolve("page.md")).write("http", "Made on Monday.", report);

        assertThat(folder.resolve("page.svg")).hasContent("<svg/>");
        assertThat(folder.resolve("page.md")).content().contains("](page.svg)");
    }

    private static BenchmarkReport report(String figure) {
        BenchmarkReport report = new BenchmarkReport(text -> {});
        report.add(new ReportTable("Calls", "server", "times").addRow("Tenon", figure));
        return report;
    }
}
