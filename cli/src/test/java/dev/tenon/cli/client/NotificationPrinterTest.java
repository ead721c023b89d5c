package dev.tenon.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.TerminalOutput;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class NotificationPrinterTest {
    private final StringWriter out = new StringWriter();
    private final TerminalOutput screen = new TerminalOutput(new PrintWriter(out), new PrintWriter(new StringWriter()));

    @Test
    void no_more_lines_are_printed_than_asked_for_however_many_come_at_once() throws Exception {
        NotificationPrinter news = new NotificationPrinter(screen, false, 2);
        assertThat(news.isComplete()).isFalse();

        ExecutorService threads = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 100; i++) {
            threads.execute(news::onToolsChanged);
        }
        threads.shutdown();

        assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(out.toString().lines()).hasSize(2);
        assertThat(news.isComplete()).isTrue();
    }

    @Test
    void without_a_count_all_are_printed() {
        NotificationPrinter news = new NotificationPrinter(screen, false, null);
        for (int i = 0; i < 100; i++) {
            news.onPromptsChanged();
        }

        assertThat(out.toString().lines()).hasSize(100);
        assertThat(news.isComplete()).isFalse();
    }
}
