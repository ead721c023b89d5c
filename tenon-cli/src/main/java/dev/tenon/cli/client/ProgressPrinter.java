package dev.tenon.cli.client;

import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.model.ProgressParams;
import java.math.BigDecimal;
import java.util.function.Consumer;

/** Shows how far a call is: as a bar on a terminal, as lines anywhere else. */
record ProgressPrinter(TerminalOutput screen) implements Consumer<ProgressParams> {
    private static final int BAR = 30;

    @Override
    public void accept(ProgressParams news) {
        double total = news.total() == null ? 0 : news.total();
        String words = news.message() == null ? "" : " " + TextEscaper.escapeFirstLine(news.message());
        if (total <= 0) {
            printProgress(formatNumber(news.progress()) + words, "");
        } else {
            double part = Math.max(0, Math.min(1, news.progress() / total));
            printProgress(Math.round(part * 100) + "%" + words, renderBar(part) + " ");
        }
    }

    private void printProgress(String words, String bar) {
        if (screen.streams().err()) {
            screen.printStatus(bar + words);
        } else {
            screen.printNote("progress: " + words);
        }
    }

    private static String renderBar(double part) {
        int full = (int) Math.round(part * BAR);
        return "[" + "#".repeat(full) + "-".repeat(BAR - full) + "]";
    }

    private static String formatNumber(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }
}
