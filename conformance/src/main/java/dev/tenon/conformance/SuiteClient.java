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
 * The client that the official suite starts for each of its client scenarios, with the server's URL as the only
 * argument. What to do there comes in the environment: the scenario's name, and for some a context with values to use.
 */
public final class SuiteClient {
    private static final String SCENARIO = "MCP_CONFORMANCE_SCENARIO";
    private static final String CONTEXT = "MCP_CONFORMANCE_CONTEXT";
    private static final int WRONG_USAGE = 2;

    private SuiteClient() {}

    /** Does what the scenario wants and ends; with a stack trace and 1 when something went wrong. */
    public static void main(String[] arguments) {
        Map<String, String> environment = System.getenv();
        String scenario = environment.getOrDefault(SCENARIO, "");
        ScenarioAction visit = ScenarioRegistry.find(scenario);
        if (arguments.length != 1 || visit == null) {
            System.err.println("usage: client URL, with one of these in " + SCENARIO + ": "
                    + String.join(", ", ScenarioRegistry.names()) + "; not '" + scenario + "'");
            System.exit(WRONG_USAGE);
            return;
        }
        Json context = Json.parse(environment.getOrDefault(CONTEXT, "{}"));
        ServerTarget target = scenario.startsWith(OAuthTargets.PREFIX)
                ? OAuthTargets.of(scenario, arguments[0], context)
                : ServerTarget.http(arguments[0]);
        runScenario(visit, target, context);
    }

    /**
     * Goes there as a client that has all that servers may ask for, and finds out by itself which revision is spoken.
     * Its user agrees to every form without a change: the defaults are for the client to fill in.
     */
    private static void runScenario(ScenarioAction visit, ServerTarget target, Json context) {
        CompletableFuture<McpClient> connected = new CompletableFuture<>();
        try (McpClient client = McpClient.builder("tenon-conformance", "1.0.0")
                .onForm((form, asker) -> {
                    visit.onUserAsked(connected.join());
                    return ElicitResult.accept(Json.EMPTY_OBJECT);
                })
                .onUrl((url, asker) -> ElicitResult.decline())
                .onSampling((request, asker) -> CreateMessageResult.of("none", Content.text("Nothing to say.")))
                .roots(Root.of("file:///work"))
                .connect(target)) {
            connected.complete(client);
            visit.run(client, context);
        }
    }
}
