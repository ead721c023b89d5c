package dev.tenon.conformance;

import dev.tenon.model.LogLevel;
import dev.tenon.server.ServerBuilder;
import dev.tenon.server.call.CallContext;

/** Tools that send log messages and progress notifications before their result. */
final class NotificationTools {
    private static final String LOGGER = "fixture";
    private static final long STEP_MILLIS = 50;

    private NotificationTools() {}

    static void addTo(ServerBuilder server) {
        server.tool("test_tool_with_logging")
                .description("Logs three messages to the client")
                .handler((input, call) -> logSteps(call))
                .tool("test_tool_with_progress")
                .description("Reports progress three times")
                .handler((input, call) -> reportProgress(call))
                .tool("test_logging_tool")
                .description("Logs one message, if the client wants it")
                .handler((input, call) -> {
                    call.log(LogLevel.INFO, LOGGER, "Logging tool called");
                    return "Logging evaluated";
                });
    }

    private static String logSteps(CallContext call) throws InterruptedException {
        call.log(LogLevel.INFO, LOGGER, "Tool execution started");
        Thread.sleep(STEP_MILLIS);
        call.log(LogLevel.INFO, LOGGER, "Tool processing data");
        Thread.sleep(STEP_MILLIS);
        call.log(LogLevel.INFO, LOGGER, "Tool execution completed");
        return "Logged three messages";
    }

    /** Reports progress. If the client cancels the call, the sleep is interrupted and the tool ends. */
    private static String reportProgress(CallContext call) throws InterruptedException {
        call.reportProgress(0, 100);
        Thread.sleep(STEP_MILLIS);
        call.reportProgress(50, 100);
        Thread.sleep(STEP_MILLIS);
        call.reportProgress(100, 100);
        return "Finished";
    }
}
