package dev.tenon.conformance;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.json.Json;
import dev.tenon.model.Content;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.Root;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The client that the official suite starts for each of its client scenarios, with the URL of the server as the only
 * argument. The environment contains the name of the scenario and, for some, a context with values to use.
 */
public final class SuiteClient {
    private static final String SCENARIO = "MCP_CONFORMANCE_SCENARIO";
    private static final String CONTEXT = "MCP_CONFORMANCE_CONTEXT";
    private static final int USAGE_ERROR = 2;

    private SuiteClient() {}

    /** Runs the scenario; fails with a stack trace and exit code 1. */
    public static void main(String[] arguments) {
        Map<String, String> environment = System.getenv();
        String scenario = environment.getOrDefault(SCENARIO, "");
        ScenarioAction action = ScenarioRegistry.find(scenario);
        if (arguments.length != 1 || action == null) {
            System.err.println("usage: client URL, with one of these in " + SCENARIO + ": "
                    + String.join(", ", ScenarioRegistry.names()) + "; not '" + scenario + "'");
            System.exit(USAGE_ERROR);
            return;
        }
        Json context = Json.parse(environment.getOrDefault(CONTEXT, "{}"));
        ServerTarget target = scenario.startsWith(OAuthTargets.PREFIX)
                ? OAuthTargets.of(scenario, arguments[0], context)
                : ServerTarget.http(arguments[0]);
        runScenario(action, target, context);
    }

    /**
     * Connects as a client with all capabilities, which detects the revision of the server. Its user accepts every form
     * unchanged: the client fills in the defaults.
     */
    private static void runScenario(ScenarioAction action, ServerTarget target, Json context) {
        CompletableFuture<McpClient> connected = new CompletableFuture<>();
        try (McpClient client = McpClient.builder("tenon-conformance", "1.0.0")
                .onForm((form, requester) -> {
                    action.onUserAsked(connected.join());
                    return ElicitResult.accept(Json.EMPTY_OBJECT);
                })
                .onUrl((url, requester) -> ElicitResult.decline())
                .onSampling((request, requester) -> CreateMessageResult.of("none", Content.text("Nothing to say.")))
                .roots(Root.of("file:///work"))
                .connect(target)) {
            connected.complete(client);
            action.run(client, context);
        }
    }
}
