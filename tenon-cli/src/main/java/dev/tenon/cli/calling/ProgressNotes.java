package dev.tenon.cli.calling;

import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Visible;
import dev.tenon.model.ProgressParams;
import java.math.BigDecimal;
import java.util.function.Consumer;

/** Shows how far a call is: as a bar on a terminal, as lines anywhere else. */
final class ProgressNotes implements Consumer<ProgressParams> {
    private static final int BAR = 30;

    private final Screen screen;

    ProgressNotes(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void accept(ProgressParams news) {
        Double total = news.total();
        boolean isPart = total != null && total > 0;
        double part = isPart ? Math.max(0, Math.min(1, news.progress() / total)) : 0;
        String far = isPart ? Math.round(part * 100) + "%" : number(news.progress());
        String words = news.message() == null ? "" : " " + Visible.firstLine(news.message());
        if (screen.terminal().err()) {
            screen.status(isPart ? bar(part) + " " + far + words : far + words);
        } else {
            screen.note("progress: " + far + words);
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
