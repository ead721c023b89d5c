package dev.tenon.conformance;

import dev.tenon.client.McpClient;
import dev.tenon.json.Json;

/** What a client does at the server of one scenario. It only acts: what is right, the server says. */
@FunctionalInterface
interface ScenarioAction {
    /**
     * Does it.
     *
     * @param context what the scenario wants to have used, or an empty object
     */
    void run(McpClient client, Json context);

    /** What else happens while the user is asked something. */
    default void onUserAsked(McpClient client) {}
}
