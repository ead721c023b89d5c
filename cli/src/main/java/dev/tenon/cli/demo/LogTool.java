package dev.tenon.cli.demo;

import dev.tenon.model.LogLevel;
import dev.tenon.server.call.CallContext;
import dev.tenon.server.feature.ToolSpec;
import java.util.Map;

/** Sends log messages. The client receives those at or above the level that it requested. */
final class LogTool {
    private LogTool() {}

    static ToolSpec spec() {
        return ToolSpec.builder("log")
                .title("Log")
                .description("Sends one log message of each level to the client, and says how many.")
                .handler((nothing, call) -> log(call));
    }

    private static String log(CallContext call) {
        for (LogLevel level : LogLevel.values()) {
            call.log(level, "demo", Map.of("message", "This is of level " + level.wireName()));
        }
        return "Sent " + LogLevel.values().length + " log messages.";
    }
}
