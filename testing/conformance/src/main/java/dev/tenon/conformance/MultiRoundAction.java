package dev.tenon.conformance;

import dev.tenon.client.McpClient;
import dev.tenon.json.Json;
import java.util.List;
import java.util.Map;

/** Calls multi-round tools, and another tool while the user is asked: data of one call must not appear in another. */
final class MultiRoundAction implements ScenarioAction {
    private static final String UNRELATED_TOOL = "test_mrtr_unrelated";
    private static final List<String> TOOLS =
            List.of("test_mrtr_echo_state", "test_mrtr_no_state", "test_mrtr_no_result_type");

    @Override
    public void run(McpClient client, Json context) {
        client.tools().toList();
        TOOLS.forEach(tool -> client.callTool(tool, Map.of()));
    }

    @Override
    public void onUserAsked(McpClient client) {
        client.callTool(UNRELATED_TOOL, Map.of());
    }
}
