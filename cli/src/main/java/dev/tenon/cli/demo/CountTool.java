package dev.tenon.cli.demo;

import dev.tenon.schema.annotation.Description;
import dev.tenon.schema.annotation.NumberRange;
import dev.tenon.server.call.CallContext;
import dev.tenon.server.feature.ToolSpec;
import java.util.Optional;

/**
 * A slow tool. It reports progress, which also restarts the request timeout of the client. When the client cancels, the
 * handler thread is interrupted, so that blocking calls end with an exception.
 */
final class CountTool {
    private static final int DEFAULT_PAUSE_MS = 500;

    record Count(
            @Description("How far to count") @NumberRange(min = 1, max = 1000)
            int to,

            @Description("Milliseconds between two numbers; 500 when left out") @NumberRange(min = 0, max = 10_000)
            Optional<Integer> pauseMillis) {}

    private CountTool() {}

    static ToolSpec spec() {
        return ToolSpec.builder("count")
                .title("Count slowly")
                .description("Counts to a number, slowly, and reports progress. Can be cancelled.")
                .input(Count.class)
                .handler(CountTool::count);
    }

    private static String count(Count count, CallContext call) throws InterruptedException {
        long pause = count.pauseMillis().orElse(DEFAULT_PAUSE_MS);
        for (int i = 1; i <= count.to(); i++) {
            Thread.sleep(pause);
            call.reportProgress(i, (double) count.to(), "Counted to " + i);
        }
        return "Counted to " + count.to() + ".";
    }
}
