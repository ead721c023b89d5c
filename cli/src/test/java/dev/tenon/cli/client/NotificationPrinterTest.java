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
    private final TerminalOutput output = new TerminalOutput(new PrintWriter(out), new PrintWriter(new StringWriter()));

    @Test
    void concurrent_notifications_do_not_exceed_the_requested_count() throws Exception {
        NotificationPrinter printer = new NotificationPrinter(output, false, 2);
        assertThat(printer.isComplete()).isFalse();

        ExecutorService threads = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 100; i++) {
            threads.execute(printer::onToolsChanged);
        }
        threads.shutdown();

        assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(out.toString().lines()).hasSize(2);
        assertThat(printer.isComplete()).isTrue();
    }

    @Test
    void without_a_count_all_are_printed() {
        NotificationPrinter printer = new NotificationPrinter(output, false, null);
        for (int i = 0; i < 100; i++) {
            printer.onPromptsChanged();
        }

        assertThat(out.toString().lines()).hasSize(100);
        assertThat(printer.isComplete()).isFalse();
    }
}
