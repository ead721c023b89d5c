package dev.tenon.cli.demo;

import dev.tenon.server.McpServer;
import dev.tenon.server.feature.ToolSpec;

/** Changes the tools of the server while it runs. Subscribed clients are notified that the list has changed. */
final class SurpriseToggleTool {
    private static final String NAME = "surprise";

    private SurpriseToggleTool() {}

    /** Returns the tool that adds or removes the surprise tool. */
    static ToolSpec toggleSpec(McpServer server) {
        return ToolSpec.builder("toggle_surprise")
                .title("Toggle the surprise")
                .description("Adds the tool 'surprise' to this server, or takes it away again.")
                .handler((nothing, call) -> {
                    if (server.removeTool(NAME)) {
                        return "The tool 'surprise' is gone.";
                    }
                    server.add(surpriseSpec());
                    return "There is a new tool: 'surprise'.";
                });
    }

    private static ToolSpec surpriseSpec() {
        return ToolSpec.builder(NAME)
                .description("Was not there when the server started.")
                .handler((nothing, call) -> "Surprise!");
    }
}
