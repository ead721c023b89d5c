package dev.tenon.conformance;

import dev.tenon.client.McpClient;
import dev.tenon.json.Json;
import dev.tenon.model.Prompt;
import dev.tenon.model.Resource;
import dev.tenon.model.Tool;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The actions by scenario name. */
final class ScenarioRegistry {
    /** Arguments for the tools of all scenarios, which ignore unknown ones. */
    private static final Json ARGUMENTS = Json.of(new TreeMap<>(Map.of("a", 2, "b", 3, "region", "us-west1")));

    private static final Map<String, ScenarioAction> BY_SCENARIO = Map.ofEntries(
            Map.entry("initialize", (client, context) -> client.ping()),
            Map.entry("tools_call", (client, context) -> callAll(client)),
            Map.entry("elicitation-sep1034-client-defaults", (client, context) -> callAll(client)),
            Map.entry("sse-retry", (client, context) -> callAll(client)),
            Map.entry("json-schema-2020-12-preservation", (client, context) -> echoSchema(client)),
            Map.entry("json-schema-ref-no-deref", (client, context) -> client.tools()
                    .toList()),
            Map.entry("request-metadata", (client, context) -> client.ping()),
            Map.entry("sep-2322-client-request-state", new MultiRoundAction()),
            Map.entry("http-standard-headers", (client, context) -> callEverything(client)),
            Map.entry("http-custom-headers", ScenarioRegistry::callAsSpecified),
            Map.entry("http-invalid-tool-headers", (client, context) -> callAll(client)));

    private ScenarioRegistry() {}

    static @Nullable ScenarioAction find(String scenario) {
        return scenario.startsWith(OAuthTargets.PREFIX)
                ? (client, context) -> callAll(client)
                : BY_SCENARIO.get(scenario);
    }

    static Iterable<String> names() {
        Set<String> all = new TreeSet<>(BY_SCENARIO.keySet());
        all.add(OAuthTargets.PREFIX + "...");
        return all;
    }

    private static void callAll(McpClient client) {
        for (Tool tool : client.tools()) {
            client.callTool(tool.name(), ARGUMENTS);
        }
    }

    private static void callEverything(McpClient client) {
        callAll(client);
        for (Resource resource : client.resources()) {
            client.readResource(resource.uri());
        }
        for (Prompt prompt : client.prompts()) {
            client.getPrompt(prompt.name(), Map.of());
        }
    }

    /**
     * Makes the calls that the scenario specifies, after it has listed the tools, whose schemas define header
     * parameters.
     */
    private static void callAsSpecified(McpClient client, Json context) {
        client.tools().toList();
        Json calls = context.get("toolCalls");
        if (calls == null) {
            throw new IllegalStateException("The context of the scenario lacks toolCalls");
        }
        for (Json call : calls.elements()) {
            ScenarioCall specified = call.mapTo(ScenarioCall.class);
            client.callTool(specified.name(), specified.arguments());
        }
    }

    /** A call that a scenario specifies. */
    record ScenarioCall(String name, Json arguments) {}

    /** Sends the schema of one tool, as received, to another tool. */
    private static void echoSchema(McpClient client) {
        Tool schemaTool = client.tools()
                .findFirst(tool -> tool.name().equals("json_schema_2020_12_tool"))
                .orElseThrow();
        client.callTool("json_schema_echo", Map.of("schema", schemaTool.inputSchema()));
    }
}
