package dev.tenon.cli.client;

import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.model.ProgressParams;
import java.math.BigDecimal;
import java.util.function.Consumer;

/** Shows the progress of a call: as a bar on a terminal, otherwise as lines. */
record ProgressPrinter(TerminalOutput screen) implements Consumer<ProgressParams> {
    private static final int BAR_CHARS = 30;

    @Override
    public void accept(ProgressParams update) {
        double total = update.total() == null ? 0 : update.total();
        String text = update.message() == null ? "" : " " + TextEscaper.escapeFirstLine(update.message());
        if (total <= 0) {
            printProgress(formatNumber(update.progress()) + text, "");
        } else {
            double part = Math.max(0, Math.min(1, update.progress() / total));
            printProgress(Math.round(part * 100) + "%" + text, renderBar(part) + " ");
        }
    }

    private void printProgress(String text, String bar) {
        if (screen.ttyStatus().err()) {
            screen.updateStatusLine(bar + text);
        } else {
            screen.printNote("progress: " + text);
        }
    }

    private static String renderBar(double part) {
        int full = (int) Math.round(part * BAR_CHARS);
        return "[" + "#".repeat(full) + "-".repeat(BAR_CHARS - full) + "]";
    }

    private static String formatNumber(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }
}
