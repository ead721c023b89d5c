package dev.tenon.cli.demo;

import dev.tenon.schema.Description;
import dev.tenon.schema.Range;
import dev.tenon.server.Call;
import dev.tenon.server.ToolSpec;
import java.util.Optional;

/**
 * A tool that takes its time. It reports progress, which also keeps the request from timing out, and it stops when the
 * client cancels: then its thread is interrupted, so that whatever it is waiting for ends with an exception.
 */
final class CountTool {
    private static final int USUAL_PAUSE = 500;

    record Count(
            @Description("How far to count") @Range(min = 1, max = 1000)
            int to,

            @Description("Milliseconds between two numbers; 500 when left out") @Range(min = 0, max = 10_000)
            Optional<Integer> pauseMillis) {}

    private CountTool() {}

    static ToolSpec spec() {
        return ToolSpec.named("count")
                .title("Count slowly")
                .description("Counts to a number, slowly, and reports progress. Can be cancelled.")
                .input(Count.class)
                .handler(CountTool::count);
    }

    private static String count(Count count, Call call) throws InterruptedException {
        long pause = count.pauseMillis().orElse(USUAL_PAUSE);
        for (int i = 1; i <= count.to(); i++) {
            Thread.sleep(pause);
            call.progress(i, (double) count.to(), "Counted to " + i);
        }
        return "Counted to " + count.to() + ".";
    }
}
