package dev.tenon.conformance;

import dev.tenon.server.McpServer;

/** Tools that change the features of the running server, so that its clients are notified. */
final class ListChangeTools {
    private static final String TOOL = "test_dynamic_tool";
    private static final String PROMPT = "test_dynamic_prompt";

    private ListChangeTools() {}

    static void addTo(McpServer server) {
        server.addTool("test_trigger_tool_change")
                .description("Adds a tool, or removes it again")
                .handler((input, call) -> server.removeTool(TOOL) ? "Removed " + TOOL : addTool(server))
                .addTool("test_trigger_prompt_change")
                .description("Adds a prompt, or removes it again")
                .handler((input, call) -> server.removePrompt(PROMPT) ? "Removed " + PROMPT : addPrompt(server));
    }

    private static String addTool(McpServer server) {
        server.addTool(TOOL).description("Comes and goes").handler((input, call) -> "I am here for now");
        return "Added " + TOOL;
    }

    private static String addPrompt(McpServer server) {
        server.addPrompt(PROMPT).description("Comes and goes").handler((arguments, call) -> "I am here for now");
        return "Added " + PROMPT;
    }
}
