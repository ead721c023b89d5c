package dev.tenon.conformance;

import dev.tenon.client.McpClient;
import dev.tenon.json.Json;

/** What the client does in one scenario. The server of the suite checks it. */
@FunctionalInterface
interface ScenarioAction {
    /**
     * Runs the scenario.
     *
     * @param client the connected client
     * @param context the values that the scenario provides, or an empty object
     */
    void run(McpClient client, Json context);

    /** Called while the user is asked for input. */
    default void onUserAsked(McpClient client) {}
}
