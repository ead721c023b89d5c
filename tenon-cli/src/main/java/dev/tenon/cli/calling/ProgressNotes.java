package dev.tenon.cli.calling;

import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Visible;
import dev.tenon.model.ProgressParams;
import java.math.BigDecimal;
import java.util.function.Consumer;

/** Shows how far a call is: as a bar on a terminal, as lines anywhere else. */
record ProgressNotes(Screen screen) implements Consumer<ProgressParams> {
    private static final int BAR = 30;

    @Override
    public void accept(ProgressParams news) {
        double total = news.total() == null ? 0 : news.total();
        String words = news.message() == null ? "" : " " + Visible.firstLine(news.message());
        if (total <= 0) {
            show(number(news.progress()) + words, "");
        } else {
            double part = Math.max(0, Math.min(1, news.progress() / total));
            show(Math.round(part * 100) + "%" + words, bar(part) + " ");
        }
    }

    private void show(String words, String bar) {
        if (screen.terminal().err()) {
            screen.status(bar + words);
        } else {
            screen.note("progress: " + words);
        }
    }

    private static String bar(double part) {
        int full = (int) Math.round(part * BAR);
        return "[" + "#".repeat(full) + "-".repeat(BAR - full) + "]";
    }

    private static String number(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }
}
